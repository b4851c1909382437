import type { DatabaseConnection } from '@lethe/database';

const HOUR_MS = 3_600_000;
const DELAY_MS = 10_000;

/**
 * Records coarsely when tokens were last used: at most once an hour for each, written in the
 * background with one statement for all.
 */
export class LastUsedRecorder {
  private readonly pending = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param onError called when writing failed; these uses are written with the next ones
   * @param delayMs milliseconds for which uses are collected before they are written
   */
  constructor(
    private readonly database: DatabaseConnection,
    private readonly onError: (error: unknown) => void,
    private readonly delayMs: number = DELAY_MS,
  ) {}

  /** @returns whether the use will be recorded: the recorded one is more than an hour old */
  record(tokenId: string, lastUsedAt: number): boolean {
    if (Date.now() - lastUsedAt < HOUR_MS) return false;
    this.pending.add(tokenId);
    this.timer ??= setTimeout(() => void this.flush(), this.delayMs).unref();
    return true;
  }

  /** Writes the collected uses. Never throws. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = [...this.pending];
    if (ids.length === 0) return;
    this.pending.clear();
    try {
      await this.database.query(
        `update catalog.tokens set last_used_at = now()
         where id = any($1::uuid[])
           and (last_used_at is null or last_used_at < now() - interval '1 hour')`,
        [ids],
      );
    } catch (error) {
      for (const id of ids) this.pending.add(id);
      this.onError(error);
    }
  }
}
