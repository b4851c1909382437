import { setTimeout as sleep } from 'node:timers/promises';
import { LeaderLock, type LeaderLockOptions } from './leader-lock.js';
import type { RelayState } from './relay-event.js';
import { RelaySession, type RelaySessionOptions } from './relay-session.js';
import { AnotherDatabaseError } from '../../database/this-database.js';
import { WakeSignal } from './wake-signal.js';

export interface RelayOptions extends Omit<
  RelaySessionOptions,
  'database' | 'signal' | 'isLeading' | 'pause'
> {
  readonly lock: Omit<LeaderLockOptions, 'onNotify' | 'onLost'>;
  /** Milliseconds after a failure until the next try. Default 500. */
  readonly failurePauseMs?: number;
}

const ELECTION_RETRY_MS = 300;
const FAILURE_PAUSE_MS = 500;

/**
 * Publishes what its sources hold, in order, while it leads. Of several relays one leads: the one that
 * holds `LeaderLock`. One that lost the lock without noticing, as it was frozen, is fenced by its
 * successor's publisher, whose `connect` claims the transactional id that all relays share.
 *
 * After any failure it begins a new session at what the sources hold; what an earlier one still has
 * in flight counts no more. How a session publishes: see `RelaySession`.
 */
export class Relay {
  private readonly signal = new WakeSignal();
  private readonly lock: LeaderLock;
  private readonly stopping = new AbortController();
  private loop: Promise<void> | undefined;
  private current: RelayState = 'standby';

  constructor(private readonly options: RelayOptions) {
    this.lock = new LeaderLock({
      ...options.lock,
      onNotify: () => {
        this.wake();
      },
      onLost: () => {
        this.wake();
      },
    });
  }

  get state(): RelayState {
    return this.current;
  }

  /**
   * Says that there may be something to publish. Costs nothing; to be called after every commit.
   */
  wake(): void {
    this.signal.wake();
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Finishes the round in hand, then lets go of broker and lock. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.loop;
    this.enter('stopped');
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        if (!(await this.lock.tryAcquire())) {
          await this.pause(ELECTION_RETRY_MS);
          continue;
        }
      } catch (error) {
        this.options.onEvent({ kind: 'failure', during: 'election', error });
        await this.pauseAfterFailure();
        continue;
      }
      this.enter('leading');
      await this.lead();
      await this.lock.release();
      this.enter('standby');
    }
  }

  /**
   * Relays until the lock is lost or the relay stops. After a failure the next session begins, but
   * not when the lock is on another database than the one that the sources read: such a lock
   * protects nothing.
   */
  private async lead(): Promise<void> {
    const { publisher } = this.options;
    let isOurs = true;
    while (isOurs && this.isLeading) {
      try {
        await publisher.connect(); // fences a leader that was frozen and comes back
        await this.newSession().run();
      } catch (error) {
        this.options.onEvent({ kind: 'failure', during: 'relaying', error });
        isOurs = !(error instanceof AnotherDatabaseError);
        await this.pauseAfterFailure();
      } finally {
        await publisher.close();
      }
    }
  }

  private newSession(): RelaySession {
    return new RelaySession({
      ...this.options,
      signal: this.signal,
      database: this.lock.database,
      isLeading: () => this.isLeading,
      pause: (ms) => this.pause(ms),
    });
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private get isLeading(): boolean {
    return !this.isStopping && this.lock.isHeld;
  }

  private enter(state: RelayState): void {
    if (state === this.current) return;
    this.current = state;
    this.options.onEvent({ kind: 'state', state });
  }

  private pauseAfterFailure(): Promise<void> {
    return this.pause(this.options.failurePauseMs ?? FAILURE_PAUSE_MS);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
