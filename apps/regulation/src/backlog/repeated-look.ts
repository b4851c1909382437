import type { Statements } from '@lethe/database';

/** Longest time of one look: what takes longer is given up, and keeps no connection from the relay. */
const TIMEOUT_MS = 5_000;
/** A look that takes long is taken the more rarely: a twentieth of the time … */
const REST_FACTOR = 20;
/** … but never so rarely that what it found is old, or that an outage blinds for minutes. */
const MOST_REST_MS = 30_000;
/** What is older than this is shown no more: no round came. */
const SHOWN_MS = 60_000;

export interface LookLimits {
  /** Milliseconds after which PostgreSQL gives up one look. */
  readonly timeoutMs?: number;
  /** How many times as long as a look took there is none. */
  readonly restFactor?: number;
  /** Milliseconds of the longest rest. */
  readonly mostRestMs?: number;
}

/** One statement that is asked again and again, and what it found last. */
export class RepeatedLook<Row extends object> {
  private found: readonly Row[] | undefined;
  private foundAt = 0;
  private restUntil = 0;
  private lastSeenAt: number | undefined;

  constructor(
    private readonly database: Pick<Statements, 'transaction'>,
    private readonly sql: string,
    private readonly limits: LookLimits = {},
  ) {}

  /** What the last look found; nothing when it failed, or was long ago. */
  get rows(): readonly Row[] | undefined {
    return performance.now() - this.foundAt < SHOWN_MS ? this.found : undefined;
  }

  /** When something was last found, as Unix time in milliseconds; looks may have failed since. */
  get seenAt(): number | undefined {
    return this.lastSeenAt;
  }

  /**
   * Looks, unless it still rests from the last time.
   *
   * @returns whether there is something new
   * @throws LetheError `unavailable`, or PostgreSQL's own when the time is over
   */
  async look(): Promise<boolean> {
    if (performance.now() < this.restUntil) return false;
    const { restFactor = REST_FACTOR, mostRestMs = MOST_REST_MS } = this.limits;
    const startedAt = performance.now();
    try {
      this.found = await this.ask();
      this.foundAt = performance.now();
      this.lastSeenAt = Date.now();
      return true;
    } catch (error) {
      this.found = undefined; // what was true before the outage is no answer
      throw error;
    } finally {
      const endedAt = performance.now();
      this.restUntil = endedAt + Math.min((endedAt - startedAt) * restFactor, mostRestMs);
    }
  }

  forget(): void {
    this.found = undefined;
    this.lastSeenAt = undefined;
  }

  private ask(): Promise<Row[]> {
    const { timeoutMs = TIMEOUT_MS } = this.limits;
    return this.database.transaction(async (manager) => {
      await manager.query(`set local statement_timeout = ${timeoutMs}`);
      return manager.query<Row[]>(this.sql);
    });
  }
}
