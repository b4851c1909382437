import type { DatabaseConnection } from '@lethe/database';

const DELAY_MS = 10_000;

export interface LastUsedOptions {
  readonly table: 'tokens' | 'data_planes' | 'sessions';
  /** Minimum number of seconds between two recorded uses of the same secret. */
  readonly everySeconds: number;
  /** Called if uses could not be written. The next write includes them. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds for which uses are collected before they are written. */
  readonly delayMs?: number;
}

/**
 * Records the last use of secrets in the background. A secret is recorded at most once per
 * `everySeconds`, and one statement writes all collected uses.
 */
export class LastUsedRecorder {
  private readonly pending = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DatabaseConnection,
    private readonly options: LastUsedOptions,
  ) {}

  /**
   * @param lastUsedAt time of the recorded last use, in milliseconds
   * @returns whether this use will be recorded; false if the last recorded use is recent enough
   */
  record(id: string, lastUsedAt: number): boolean {
    const { everySeconds, delayMs = DELAY_MS } = this.options;
    if (Date.now() - lastUsedAt < everySeconds * 1_000) return false;
    this.pending.add(id);
    this.timer ??= setTimeout(() => void this.flush(), delayMs).unref();
    return true;
  }

  /** Writes the collected uses. Never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = [...this.pending];
    if (ids.length === 0) return;
    this.pending.clear();
    const { table, everySeconds, onError } = this.options;
    try {
      await this.database.query(
        `update catalog.${table} set last_used_at = now()
         where id = any($1::uuid[])
           and (last_used_at is null or last_used_at < now() - make_interval(secs => $2))`,
        [ids, everySeconds],
      );
    } catch (error) {
      for (const id of ids) this.pending.add(id);
      onError(error);
    }
  }
}
