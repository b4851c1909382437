import type { DatabaseClient } from '@lethe/database';
import { ClockLock, type LockedClock } from './clock-lock.js';

/** Length of a lock period. A change of the catalog waits at most a little longer than this. */
const HOLD_MS = 50;
/** Pause after an error that will probably last, such as no connection or no right to lock. */
const PAUSE_MS = 1_000;
/** Connections that are idle for this long are closed. */
const IDLE_MS = 30_000;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Prevents configuration changes in all workspaces for lock periods of 50 ms. Data that is read in
 * a period stays valid until the period ends. A change by any process or by SQL waits for the end
 * of the period.
 *
 * Only calls in quick succession start a period; other callers query the database. The next period
 * begins on a second connection before the current period ends, so that callers do not wait. No
 * period begins while a change waits.
 */
export class ClockHold {
  private readonly locks: readonly [ClockLock, ClockLock];
  private holder: ClockLock | undefined;
  private locked: LockedClock | undefined;
  private isTakingLock = false;
  private isUsed = false;
  private isStopped = false;
  private askedAt = -Infinity;
  private notBefore = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  /** @param connect creates a client that is not connected yet */
  constructor(connect: () => DatabaseClient) {
    const lockOf = (at: 0 | 1): ClockLock =>
      new ClockLock(connect, () => {
        if (this.locks[at] === this.holder) this.dropLock();
      });
    this.locks = [lockOf(0), lockOf(1)];
  }

  /**
   * Time of the last configuration change. While this value stays equal, no configuration changes.
   * The value is undefined if there is no reliable lock.
   */
  get unchangedSince(): string | undefined {
    return this.locked !== undefined && performance.now() < this.locked.until
      ? this.locked.lastAt
      : undefined;
  }

  /**
   * Returns `unchangedSince`. If there is no lock, calls in quick succession start a lock period.
   */
  use(): string | undefined {
    this.isUsed = true;
    const now = performance.now();
    const isQuick = now - this.askedAt < HOLD_MS;
    this.askedAt = now;
    const since = this.unchangedSince;
    const isWanted = since === undefined && this.holder === undefined && isQuick;
    if (isWanted && !this.isTakingLock && now >= this.notBefore) void this.take();
    return since;
  }

  /** Releases the lock and closes the connections; no further lock period begins. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await Promise.all(this.locks.map((lock) => lock.stop()));
  }

  /** Begins a lock period and ends the previous one. */
  private async take(): Promise<void> {
    const before = this.holder;
    const [first, second] = this.locks;
    const lock = before === first ? second : first;
    clearTimeout(this.timer);
    this.isTakingLock = true;
    this.isUsed = false;
    try {
      this.locked = await lock.take();
      this.holder = lock;
      this.after(HOLD_MS, () => (this.isUsed ? this.take() : this.release()));
    } catch (error) {
      const isTaken = (error as { readonly code?: unknown }).code === LOCK_NOT_AVAILABLE;
      this.notBefore = performance.now() + (isTaken ? HOLD_MS : PAUSE_MS);
      this.dropLock();
      void (isTaken ? lock.release() : lock.close());
    }
    this.isTakingLock = false;
    void before?.release();
  }

  private async release(): Promise<void> {
    const before = this.holder;
    this.dropLock();
    await before?.release();
  }

  /** After this call, no lock is reliable. */
  private dropLock(): void {
    this.locked = undefined;
    this.holder = undefined;
    this.after(IDLE_MS, () => Promise.all(this.locks.map((lock) => lock.close())));
  }

  private after(ms: number, work: () => Promise<unknown>): void {
    clearTimeout(this.timer);
    if (!this.isStopped) this.timer = setTimeout(() => void work(), ms).unref();
  }
}
