import type { Statements } from '@lethe/database';
import type { Metrics } from '@lethe/observability';

/** Longest time of one look: what takes longer is given up, and keeps no connection from the relay. */
const TIMEOUT_MS = 5_000;
/** A look that takes long is taken the more rarely: a twentieth of the time … */
const REST_FACTOR = 20;
/** … but never so rarely that what it found is old, or that an outage blinds for minutes. */
const MOST_REST_MS = 30_000;
/** What is older than this is shown no more: no round came. */
const SHOWN_MS = 60_000;

export const BY_LEADER = 'Shown by the instance that leads.';

export type FoundRow = Readonly<Record<string, string | number | null>>;

/** A statement that is asked again and again, and what is shown of it. */
export interface Look {
  /** What it counts: the label of `backlog_seen_timestamp_seconds`. */
  readonly of: string;
  readonly sql: string;
  /** Gauges by their names, each of which is a column; rows with the same labels are added up, and null shows nothing. */
  readonly gauges: Readonly<
    Record<string, { readonly help: string; readonly labels?: LabelColumns }>
  >;
  /** @param before what the last look found since this instance leads, also when looks failed since */
  readonly onFound?: (rows: readonly FoundRow[], before: readonly FoundRow[] | undefined) => void;
}

/** Columns that are labels, each with what is shown of its value. */
type LabelColumns = Readonly<Record<string, (value: unknown) => string>>;

export interface LookOptions {
  readonly database: Pick<Statements, 'transaction'>;
  /** Milliseconds after which PostgreSQL gives up one look. */
  readonly timeoutMs?: number;
  /** Milliseconds of the longest rest. */
  readonly mostRestMs?: number;
}

/** Looks, and remembers what was found last. */
export class RepeatedLook {
  private found: readonly FoundRow[] | undefined;
  private shownUntil = 0;
  private restUntil = 0;
  private lastSeenAt: number | undefined;

  constructor(
    metrics: Metrics,
    private readonly declared: Look,
    private readonly options: LookOptions,
  ) {
    for (const [name, { help, labels = {} }] of Object.entries(declared.gauges)) {
      metrics.observe(name, `${help} ${BY_LEADER}`, Object.keys(labels), () =>
        this.readings(name, labels),
      );
    }
  }

  get of(): string {
    return this.declared.of;
  }

  /** When something was last found, as Unix time in milliseconds; looks may have failed since. */
  get seenAt(): number | undefined {
    return this.lastSeenAt;
  }

  /**
   * Looks, unless it still rests from the last time.
   *
   * @throws LetheError `unavailable`, or PostgreSQL's own when the time is over
   */
  async look(): Promise<void> {
    if (performance.now() < this.restUntil) return;
    const { mostRestMs = MOST_REST_MS } = this.options;
    const startedAt = performance.now();
    try {
      const rows = await this.ask();
      this.declared.onFound?.(rows, this.found);
      this.found = rows;
      this.shownUntil = performance.now() + SHOWN_MS;
      this.lastSeenAt = Date.now();
    } catch (error) {
      this.shownUntil = 0; // what was true before the outage is no answer
      throw error;
    } finally {
      const endedAt = performance.now();
      this.restUntil = endedAt + Math.min((endedAt - startedAt) * REST_FACTOR, mostRestMs);
    }
  }

  forget(): void {
    this.found = undefined;
    this.lastSeenAt = undefined;
  }

  private readings(name: string, labels: LabelColumns) {
    const found = performance.now() < this.shownUntil ? this.found : undefined;
    return (found ?? []).flatMap((row) => {
      const value = row[name];
      if (typeof value !== 'number') return [];
      const shown = Object.entries(labels).map(([label, show]) => [label, show(row[label])]);
      return [{ labels: Object.fromEntries(shown) as Record<string, string>, value }];
    });
  }

  private ask(): Promise<FoundRow[]> {
    const { database, timeoutMs = TIMEOUT_MS } = this.options;
    return database.transaction(async (manager) => {
      await manager.query(`set local statement_timeout = ${timeoutMs}`);
      return manager.query<FoundRow[]>(this.declared.sql);
    });
  }
}
