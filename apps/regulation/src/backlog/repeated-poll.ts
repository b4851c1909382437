import type { Statements } from '@lethe/database';
import type { Metrics } from '@lethe/observability';

/** Limit for one poll. A longer poll would occupy a connection that the relay needs. */
const TIMEOUT_MS = 5_000;
/**
 * Pause after a poll, in multiples of the poll's duration. With this value, polls run about 5 % of
 * the time.
 */
const PAUSE_FACTOR = 20;
/** Maximum pause after a poll. It keeps the values recent. */
const MAX_PAUSE_MS = 30_000;
/** Maximum age of a shown value. Older values are not shown. */
const SHOWN_MS = 60_000;

export const BY_LEADER = 'Only the leader reports it.';

export type FoundRow = Readonly<Record<string, string | number | null>>;

export interface BacklogPoll {
  /** Label `of` of `backlog_seen_timestamp_seconds`. */
  readonly of: string;
  readonly sql: string;
  /**
   * Gauges by name. The name is also the column of the value in the result of `sql`. Values of rows
   * with equal labels are added up. A row with null has no value.
   */
  readonly gauges: Readonly<
    Record<string, { readonly help: string; readonly labels?: LabelColumns }>
  >;
  /** @param before result of the last successful poll since this instance became the leader */
  readonly onFound?: (rows: readonly FoundRow[], before: readonly FoundRow[] | undefined) => void;
}

type LabelColumns = Readonly<Record<string, (value: unknown) => string>>;

export interface PollOptions {
  readonly database: Pick<Statements, 'transaction'>;
  readonly timeoutMs?: number;
  readonly maxPauseMs?: number;
}

export class RepeatedPoll {
  private found: readonly FoundRow[] | undefined;
  private shownUntil = 0;
  private pausedUntil = 0;
  private lastSeenAt: number | undefined;

  constructor(
    metrics: Metrics,
    private readonly definition: BacklogPoll,
    private readonly options: PollOptions,
  ) {
    for (const [name, { help, labels = {} }] of Object.entries(definition.gauges)) {
      metrics.observe(name, `${help} ${BY_LEADER}`, Object.keys(labels), () =>
        this.readings(name, labels),
      );
    }
  }

  get of(): string {
    return this.definition.of;
  }

  /** Time of the last successful poll, in milliseconds since 1970. */
  get seenAt(): number | undefined {
    return this.lastSeenAt;
  }

  /**
   * Polls, unless the pause after the last poll is still running.
   *
   * @throws LetheError `unavailable`, or the error of PostgreSQL after a timeout
   */
  async poll(): Promise<void> {
    if (performance.now() < this.pausedUntil) return;
    const { maxPauseMs = MAX_PAUSE_MS } = this.options;
    const startedAt = performance.now();
    try {
      const rows = await this.ask();
      this.definition.onFound?.(rows, this.found);
      this.found = rows;
      this.shownUntil = performance.now() + SHOWN_MS;
      this.lastSeenAt = Date.now();
    } catch (error) {
      this.shownUntil = 0; // hides the values of the earlier poll
      throw error;
    } finally {
      const endedAt = performance.now();
      this.pausedUntil = endedAt + Math.min((endedAt - startedAt) * PAUSE_FACTOR, maxPauseMs);
    }
  }

  reset(): void {
    this.found = undefined;
    this.lastSeenAt = undefined;
  }

  private readings(name: string, labels: LabelColumns) {
    const found = performance.now() < this.shownUntil ? this.found : undefined;
    return (found ?? []).flatMap((row) => {
      const value = row[name];
      if (typeof value !== 'number') return [];
      const shown = Object.entries(labels).map(([label, toText]) => [label, toText(row[label])]);
      return [{ labels: Object.fromEntries(shown) as Record<string, string>, value }];
    });
  }

  private ask(): Promise<FoundRow[]> {
    const { database, timeoutMs = TIMEOUT_MS } = this.options;
    return database.transaction(async (manager) => {
      await manager.query(`set local statement_timeout = ${timeoutMs}`);
      return manager.query<FoundRow[]>(this.definition.sql);
    });
  }
}
