import { Counter, Gauge, Registry } from 'prom-client';
import type { FilterTally } from './filter-tally.js';

/** What is known of the index when somebody asks. */
export interface IndexFigures {
  readonly users: number;
  /** Whether it reads the suppressions topic right now. */
  readonly connected: boolean;
  /** Records of the suppressions topic that it has not read yet; undefined while nobody knows. */
  readonly lag: number | undefined;
  /** Partitions of the suppressions topic that stand before a batch that cannot be read. */
  readonly standing: readonly number[];
}

/** Totals since the start, for the log. */
export interface FilterTotals {
  readonly forwarded: number;
  readonly dropped: number;
  readonly deadLetters: number;
}

/**
 * Pairs of workspace and source that are told apart. They come from the events: without a limit a
 * careless producer could fill the memory of this process, and of whoever scrapes it.
 */
const MAX_PAIRS = 1_000;
const OTHER = 'other';
const NO_SOURCE = '';

/** Counts what is committed, for Prometheus. Holds no id of a user. */
export class FilterMetrics {
  readonly registry = new Registry();
  private readonly pairs = new Set<string>();
  private readonly lags = new Map<number, number>();
  /** Partition → why it stands still. */
  private readonly standing = new Map<number, string>();
  private readonly sums = { forwarded: 0, dropped: 0, deadLetters: 0 };

  private readonly forwarded = new Counter({
    name: 'lethe_filter_forwarded_events_total',
    help: 'Events that were forwarded.',
    registers: [this.registry],
  });
  private readonly dropped = new Counter({
    name: 'lethe_filter_dropped_events_total',
    help: `Events of suppressed users that were dropped. After ${String(MAX_PAIRS)} pairs of workspace and source, "${OTHER}".`,
    labelNames: ['workspace', 'source'],
    registers: [this.registry],
  });
  private readonly deadLetters = new Counter({
    name: 'lethe_filter_dead_letters_total',
    help: 'Records that could not be filtered.',
    labelNames: ['reason'],
    registers: [this.registry],
  });
  private readonly retries = new Counter({
    name: 'lethe_filter_retries_total',
    help: 'Batches that failed and were tried again, and partitions that could not be claimed.',
    registers: [this.registry],
  });

  /** @param index asked at each scrape */
  constructor(index: () => IndexFigures) {
    const registers = [this.registry];
    const { lags, standing } = this;
    new Gauge({
      name: 'lethe_filter_lag_records',
      help: 'Records of the input that are not processed yet, by partition of this instance.',
      labelNames: ['partition'],
      registers,
      collect() {
        this.reset();
        for (const [partition, lag] of lags) this.set({ partition: String(partition) }, lag);
      },
    });
    new Gauge({
      name: 'lethe_filter_standing',
      help: 'Partitions of this instance that stand still, and why: 1 each.',
      labelNames: ['partition', 'reason'],
      registers,
      collect() {
        this.reset();
        for (const [partition, reason] of standing) {
          this.set({ partition: String(partition), reason }, 1);
        }
      },
    });
    new Gauge({
      name: 'lethe_filter_index_standing_partitions',
      help: 'Partitions of the suppressions topic before a batch that cannot be read: what is behind it has no effect.',
      registers,
      collect() {
        this.set(index().standing.length);
      },
    });
    new Gauge({
      name: 'lethe_filter_index_users',
      help: 'Users in the index of suppressions.',
      registers,
      collect() {
        this.set(index().users);
      },
    });
    new Gauge({
      name: 'lethe_filter_index_lag_records',
      help: 'Records of the suppressions topic that the index has not read yet; NaN while nobody knows.',
      registers,
      collect() {
        this.set(index().lag ?? NaN); // 0 would say that all is well
      },
    });
    new Gauge({
      name: 'lethe_filter_index_connected',
      help: 'Whether the index reads the suppressions topic: 1, or 0 and new suppressions have no effect.',
      registers,
      collect() {
        this.set(index().connected ? 1 : 0);
      },
    });
  }

  get totals(): FilterTotals {
    return { ...this.sums };
  }

  /** After a join: only these partitions are this instance's. */
  keepPartitions(partitions: readonly number[]): void {
    for (const byPartition of [this.lags, this.standing]) {
      for (const known of byPartition.keys()) {
        if (!partitions.includes(known)) byPartition.delete(known);
      }
    }
  }

  /** Nothing of a partition is forwarded. */
  noteStanding(partition: number, reason: string): void {
    this.retries.inc();
    this.standing.set(partition, reason);
  }

  noteResumed(partition: number): void {
    this.standing.delete(partition);
  }

  /** Whether no partition of this instance stands still. */
  get allMove(): boolean {
    return this.standing.size === 0;
  }

  /** @param lag records of the partition that are left */
  add(tally: FilterTally, partition: number, lag: number): void {
    this.lags.set(partition, lag);
    this.forwarded.inc(tally.forwarded);
    this.sums.forwarded += tally.forwarded;
    for (const { workspaceId, sourceId = NO_SOURCE, count } of tally.dropped) {
      this.dropped.inc(this.labels(workspaceId, sourceId), count);
      this.sums.dropped += count;
    }
    for (const [reason, count] of tally.deadLetters) {
      this.deadLetters.inc({ reason }, count);
      this.sums.deadLetters += count;
    }
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
