import type { DatabaseClient } from '@lethe/database';
import { ClockLock, type LockedClock } from './clock-lock.js';

/**
 * Length of a lock period in milliseconds. A change of the catalog waits slightly longer than this
 * at most. If this process is blocked, the change waits until the server ends the lock.
 */
const HOLD_MS = 50;
/**
 * Pause in milliseconds after an error that probably persists, such as no connection or no right to
 * lock.
 */
const PAUSE_MS = 1_000;
/** Milliseconds after which an idle connection is closed. */
const IDLE_MS = 30_000;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Locks the configuration of all workspaces for periods of 50 ms. Data that a caller reads in a
 * period stays valid until the period ends. A change by any process, or by SQL, waits for the end
 * of the period.
 *
 * A call starts a period only if the previous call was less than 50 ms ago. Without a period,
 * callers query the database. The next period begins on a second connection before the current
 * period ends, so callers do not wait. No period begins while a change waits.
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
   * Time of the last configuration change; undefined if there is no reliable lock. While the value
   * stays equal, no configuration changes.
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

  /**
   * Ends the use of the current lock. Closes the connections after `IDLE_MS` without a new lock.
   */
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
