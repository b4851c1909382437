import type { CounterMetric, Metrics } from '@lethe/observability';
import type { PartitionBatch } from '@lethe/messaging';
import { DEAD_LETTER_REASONS } from './events/dead-letter-reasons.js';
import type { FilterTally } from './filter-tally.js';
import { observeIndex, type IndexFigures } from './index-metrics.js';

/**
 * Maximum number of pairs of workspace and source that the metrics distinguish. The pairs come from
 * events. Without a limit, a faulty producer could fill the memory of this process and of
 * Prometheus.
 */
const MAX_PAIRS = 1_000;
const OTHER = 'other';
const NO_SOURCE = '';

interface PartitionProgress {
  /** Offset after the last batch that any instance committed. */
  next?: number;
  /** End of the partition at the last poll. */
  end?: number;
  /** Milliseconds since the epoch. */
  committedAt?: number;
}

/** Counts committed events, for Prometheus. Stores no user ids. */
export class FilterMetrics {
  private readonly pairs = new Set<string>();
  private readonly partitions = new Map<number, PartitionProgress>();
  /** For each stopped partition, the reason why it has stopped. */
  private readonly stopReasons = new Map<number, string>();
  /** Totals since the start, for the log. */
  readonly totals = { forwarded: 0, dropped: 0, deadLetters: 0 };

  private readonly forwarded: CounterMetric<never>;
  private readonly dropped: CounterMetric<'workspace' | 'source'>;
  private readonly deadLetters: CounterMetric<'reason'>;
  private readonly anonymous: CounterMetric<never>;
  private readonly retries: CounterMetric<never>;
  private readonly batches;

  /** @param index called at each scrape */
  constructor(metrics: Metrics, index: () => IndexFigures) {
    this.forwarded = metrics.counter(
      'filter_forwarded_events_total',
      'Events that were forwarded.',
    );
    this.dropped = metrics.counter(
      'filter_dropped_events_total',
      `Events of suppressed users that were dropped. After ${String(MAX_PAIRS)} pairs of workspace and source, both labels are "${OTHER}".`,
      { labels: ['workspace', 'source'] },
    );
    this.deadLetters = metrics.counter(
      'filter_dead_letters_total',
      'Records that could not be filtered and went to the dead-letter topic.',
      { labels: ['reason'], known: Object.keys(DEAD_LETTER_REASONS).map((reason) => ({ reason })) },
    );
    this.anonymous = metrics.counter(
      'filter_events_without_user_total',
      'Forwarded events that name no user: no suppression can apply to them.',
    );
    this.retries = metrics.counter(
      'filter_retries_total',
      'Batches that failed and are retried, and partitions that could not be claimed.',
    );
    this.batches = metrics.histogram(
      'filter_batch_duration_seconds',
      'Time from reading a batch to its commit.',
    );
    this.observePartitions(metrics);
    observeIndex(metrics, index);
  }

  /** Sets the partitions of this instance. Call it after each join of the consumer group. */
  keepPartitions(partitions: readonly number[]): void {
    for (const byPartition of [this.partitions, this.stopReasons]) {
      for (const known of byPartition.keys()) {
        if (!partitions.includes(known)) byPartition.delete(known);
      }
    }
    for (const partition of partitions) {
      if (!this.partitions.has(partition)) this.partitions.set(partition, {});
    }
  }

  /**
   * Updates the ends of the partitions, so that the lag of a stopped partition grows although no
   * batch is committed. Until the committed offset of a partition is known, the lag contains only
   * the records after the first poll.
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
   * Stores that a partition has stopped. Ignores a partition that went to another instance. The
   * last batch of such a partition can still fail here, and no later call would remove the entry.
   */
  noteStopped(partition: number, reason: string): void {
    this.retries.inc({});
    if (this.partitions.has(partition)) this.stopReasons.set(partition, reason);
  }

  /**
   * @param next after a join, the offset at which the partition resumes; another instance can have
   * committed this offset
   */
  noteResumed(partition: number, next?: string): void {
    this.stopReasons.delete(partition);
    const progress = this.partitions.get(partition);
    if (progress !== undefined && next !== undefined) progress.next = Number(next);
  }

  get isRunning(): boolean {
    return this.stopReasons.size === 0;
  }

  /**
   * @param nextOffset offset after the batch and after the transaction markers that follow it
   * @param seconds from reading the batch to its commit
   */
  add(
    tally: FilterTally,
    { partition, lag }: Pick<PartitionBatch, 'partition' | 'lag'>,
    nextOffset: bigint,
    seconds: number,
  ): void {
    // A revoked partition is not added again, because its lag would grow here for ever.
    if (this.partitions.has(partition)) {
      const next = Number(nextOffset);
      this.partitions.set(partition, { committedAt: Date.now(), next, end: next + lag });
    }
    this.batches.observe({}, seconds);
    this.forwarded.inc({}, tally.forwarded);
    this.anonymous.inc({}, tally.withoutUser);
    this.totals.forwarded += tally.forwarded;
    for (const { workspaceId, sourceId = NO_SOURCE, count } of tally.dropped()) {
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
      'Input records that are not processed yet, by partition of this instance.',
      labels,
      eachPartition(({ next, end }) =>
        next === undefined || end === undefined ? undefined : Math.max(0, end - next),
      ),
    );
    metrics.observe(
      'filter_last_commit_timestamp_seconds',
      'Time of the last commit of a batch in a partition, as Unix time.',
      labels,
      eachPartition(({ committedAt }) => committedAt && committedAt / 1_000),
    );
    metrics.gauge(
      'filter_partitions',
      'Input partitions that this instance processes.',
      () => this.partitions.size,
    );
    metrics.observe(
      'filter_standing',
      'Partitions of this instance that have stopped, with the reason: 1 each.',
      ['partition', 'reason'],
      () =>
        [...this.stopReasons].map(([partition, reason]) => ({
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
