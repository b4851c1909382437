import type { CounterMetric, Metrics } from '@lethe/observability';
import type { PartitionBatch } from '@lethe/messaging';
import { DEAD_LETTER_REASONS } from './events/dead-letter-reasons.js';
import type { FilterTally } from './filter-tally.js';
import { observeIndex, type IndexFigures } from './index-metrics.js';

/**
 * Pairs of workspace and source that are told apart. They come from the events: without a limit a
 * careless producer could fill the memory of this process, and of whoever scrapes it.
 */
const MAX_PAIRS = 1_000;
const OTHER = 'other';
const NO_SOURCE = '';

/** How far a partition of this instance is. */
interface PartitionProgress {
  /** Offset behind the last committed batch, whoever committed it. */
  next?: number;
  /** End of the partition when it was last looked at. */
  end?: number;
  /** Milliseconds since the epoch. */
  committedAt?: number;
}

/** Counts what is committed, for Prometheus. Holds no id of a user. */
export class FilterMetrics {
  private readonly pairs = new Set<string>();
  private readonly partitions = new Map<number, PartitionProgress>();
  /** Partition → why it stands still. */
  private readonly standing = new Map<number, string>();
  /** Totals since the start, for the log. */
  readonly totals = { forwarded: 0, dropped: 0, deadLetters: 0 };

  private readonly forwarded: CounterMetric<never>;
  private readonly dropped: CounterMetric<'workspace' | 'source'>;
  private readonly deadLetters: CounterMetric<'reason'>;
  private readonly anonymous: CounterMetric<never>;
  private readonly retries: CounterMetric<never>;
  private readonly batches;

  /** @param index asked at each scrape */
  constructor(metrics: Metrics, index: () => IndexFigures) {
    this.forwarded = metrics.counter(
      'filter_forwarded_events_total',
      'Events that were forwarded.',
    );
    this.dropped = metrics.counter(
      'filter_dropped_events_total',
      `Events of suppressed users that were dropped. After ${String(MAX_PAIRS)} pairs of workspace and source, "${OTHER}".`,
      { labels: ['workspace', 'source'] },
    );
    this.deadLetters = metrics.counter(
      'filter_dead_letters_total',
      'Records that could not be filtered.',
      { labels: ['reason'], known: Object.keys(DEAD_LETTER_REASONS).map((reason) => ({ reason })) },
    );
    this.anonymous = metrics.counter(
      'filter_events_without_user_total',
      'Events that were forwarded and name no user: nothing can be suppressed in them.',
    );
    this.retries = metrics.counter(
      'filter_retries_total',
      'Batches that failed and were tried again, and partitions that could not be claimed.',
    );
    this.batches = metrics.histogram(
      'filter_batch_duration_seconds',
      'Time of a batch, from its reading to its commit.',
    );
    this.observePartitions(metrics);
    observeIndex(metrics, index);
  }

  /** After a join: only these partitions are this instance's. */
  keepPartitions(partitions: readonly number[]): void {
    for (const byPartition of [this.partitions, this.standing]) {
      for (const known of byPartition.keys()) {
        if (!partitions.includes(known)) byPartition.delete(known);
      }
    }
    for (const partition of partitions) {
      if (!this.partitions.has(partition)) this.partitions.set(partition, {});
    }
  }

  /**
   * Where the partitions of the input end: what stands still falls behind without a batch of its own. Before it
   * is known where it goes on, what comes after the first look counts.
   */
  noteEnds(ends: readonly number[]): void {
    for (const [partition, progress] of this.partitions) {
      const end = ends[partition];
      if (end === undefined) continue;
      progress.end = end;
      progress.next ??= end;
    }
  }

  /**
   * Nothing of a partition is forwarded. A batch in hand fails late where the partition is another instance's by
   * now: that it stands still would never be taken back here.
   */
  noteStanding(partition: number, reason: string): void {
    this.retries.inc({});
    if (this.partitions.has(partition)) this.standing.set(partition, reason);
  }

  /** @param next offset that it goes on from, after a join: another instance may have had it meanwhile */
  noteResumed(partition: number, next?: string): void {
    this.standing.delete(partition);
    const progress = this.partitions.get(partition);
    if (progress !== undefined && next !== undefined) progress.next = Number(next);
  }

  /** Whether no partition of this instance stands still. */
  get allMove(): boolean {
    return this.standing.size === 0;
  }

  /**
   * @param batch whose outcome is committed, `seconds` after it was read
   * @param nextOffset behind it, and behind the markers of transactions that follow its last record
   */
  add(
    tally: FilterTally,
    { partition, lag }: Pick<PartitionBatch, 'partition' | 'lag'>,
    nextOffset: bigint,
    seconds: number,
  ): void {
    // One that was given up meanwhile would fall behind here for ever.
    if (this.partitions.has(partition)) {
      const next = Number(nextOffset);
      this.partitions.set(partition, { committedAt: Date.now(), next, end: next + lag });
    }
    this.batches.observe({}, seconds);
    this.forwarded.inc({}, tally.forwarded);
    this.anonymous.inc({}, tally.withoutUser);
    this.totals.forwarded += tally.forwarded;
    for (const { workspaceId, sourceId = NO_SOURCE, count } of tally.dropped) {
      this.dropped.inc(this.labels(workspaceId, sourceId), count);
      this.totals.dropped += count;
    }
    for (const [reason, count] of tally.deadLetters) {
      this.deadLetters.inc({ reason }, count);
      this.totals.deadLetters += count;
    }
  }

  private observePartitions(metrics: Metrics): void {
    const labels = ['partition'] as const;
    const eachPartition = (read: (progress: PartitionProgress) => number | undefined) => () =>
      [...this.partitions].flatMap(([partition, progress]) => {
        const value = read(progress);
        return value === undefined ? [] : [{ labels: { partition: String(partition) }, value }];
      });
    metrics.observe(
      'filter_lag_records',
      'Records of the input that are not processed yet, by partition of this instance.',
      labels,
      eachPartition(({ next, end }) =>
        next === undefined || end === undefined ? undefined : Math.max(0, end - next),
      ),
    );
    metrics.observe(
      'filter_last_commit_timestamp_seconds',
      'When a batch of a partition was last committed, as Unix time.',
      labels,
      eachPartition(({ committedAt }) => committedAt && committedAt / 1_000),
    );
    metrics.gauge('filter_partitions', 'Partitions of this instance.', () => this.partitions.size);
    metrics.observe(
      'filter_standing',
      'Partitions of this instance that stand still, and why: 1 each.',
      ['partition', 'reason'],
      () =>
        [...this.standing].map(([partition, reason]) => ({
          labels: { partition: String(partition), reason },
          value: 1,
        })),
    );
  }

  private labels(workspace: string, source: string): { workspace: string; source: string } {
    const pair = JSON.stringify([workspace, source]);
    if (!this.pairs.has(pair)) {
      if (this.pairs.size >= MAX_PAIRS) return { workspace: OTHER, source: OTHER };
      this.pairs.add(pair);
    }
    return { workspace, source };
  }
}
