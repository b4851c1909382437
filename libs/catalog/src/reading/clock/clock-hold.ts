import type { DatabaseClient } from '@lethe/database';
import { ClockLock, type LockedClock } from './clock-lock.js';

/** A change of the catalog waits for a process at work little longer than this. */
const HOLD_MS = 50;
/** After an error that waiting does not mend soon: no connection, no right to lock. */
const PAUSE_MS = 1_000;
/** Connections that are not used are closed after this. */
const IDLE_MS = 30_000;

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Keeps the configuration of all workspaces as it is for moments of 50 ms, so that what was read in one need not be asked for again in
 * it. A change of a configuration, of whatever process or by hand, waits for the end of the moment. Only callers who come in quick
 * succession get one; without one they have to ask. A moment begins on another connection before the one ahead of it ends, unless a
 * change waits: so callers do not wait between the two.
 */
export class ClockHold {
  private readonly locks: readonly [ClockLock, ClockLock];
  private holder: ClockLock | undefined;
  private held: LockedClock | undefined;
  private isTaking = false;
  private isUsed = false;
  private isStopped = false;
  private askedAt = -Infinity;
  private notBefore = -Infinity;
  private next: NodeJS.Timeout | undefined;

  /** @param connect makes a connection that is not connected yet */
  constructor(connect: () => DatabaseClient) {
    const lockOf = (at: 0 | 1): ClockLock =>
      new ClockLock(connect, () => {
        if (this.locks[at] === this.holder) this.forget();
      });
    this.locks = [lockOf(0), lockOf(1)];
  }

  /**
   * When a configuration changed last; no configuration changes while this is the same. Undefined without a lock that is certain.
   */
  get unchangedSince(): string | undefined {
    return this.held !== undefined && performance.now() < this.held.until
      ? this.held.lastAt
      : undefined;
  }

  /** @returns the same; has the lock taken where there is none and callers come in quick succession */
  use(): string | undefined {
    this.isUsed = true;
    const now = performance.now();
    const isQuick = now - this.askedAt < HOLD_MS;
    this.askedAt = now;
    const since = this.unchangedSince;
    const isWanted = since === undefined && this.holder === undefined && isQuick;
    if (isWanted && !this.isTaking && now >= this.notBefore) void this.take();
    return since;
  }

  /** Gives the lock back for good. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.next);
    await Promise.all(this.locks.map((lock) => lock.stop()));
  }

  /** Begins a moment, and ends the one before. */
  private async take(): Promise<void> {
    const before = this.holder;
    const [first, second] = this.locks;
    const lock = before === first ? second : first;
    clearTimeout(this.next);
    this.isTaking = true;
    this.isUsed = false;
    try {
      this.held = await lock.take();
      this.holder = lock;
      this.after(HOLD_MS, () => (this.isUsed ? this.take() : this.release()));
    } catch (error) {
      const isTaken = (error as { readonly code?: unknown }).code === LOCK_NOT_AVAILABLE;
      this.notBefore = performance.now() + (isTaken ? HOLD_MS : PAUSE_MS);
      this.forget();
      void (isTaken ? lock.release() : lock.leave());
    }
    this.isTaking = false;
    void before?.release();
  }

  private async release(): Promise<void> {
    const before = this.holder;
    this.forget();
    await before?.release();
  }

  /** From here on no lock is certain. */
  private forget(): void {
    this.held = undefined;
    this.holder = undefined;
    this.after(IDLE_MS, () => Promise.all(this.locks.map((lock) => lock.leave())));
  }

  private after(ms: number, work: () => Promise<unknown>): void {
    clearTimeout(this.next);
    if (!this.isStopped) this.next = setTimeout(() => void work(), ms).unref();
  }
}
