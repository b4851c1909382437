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
  /** Milliseconds after a failure until the next attempt. Default 500. */
  readonly failurePauseMs?: number;
}

const ELECTION_RETRY_MS = 300;
const FAILURE_PAUSE_MS = 500;

/**
 * Publishes the records of its sources, in sequence, while it leads. Only the relay that holds
 * `LeaderLock` leads. A frozen relay can lose the lock without noticing. Then the publisher of the
 * next leader fences it: `connect` claims the transactional id that all relays share.
 *
 * After any failure, the relay begins a new session. Results of an earlier session that arrive
 * later have no effect. `RelaySession` describes how a session publishes.
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
   * Reports that there are possibly changes to publish. Call this after every commit. It costs
   * nothing.
   */
  wake(): void {
    this.signal.wake();
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Finishes the present round, then closes the publisher and releases the lock. */
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
   * Publishes records until the lock is lost or the relay stops. After a failure, begins a new
   * session. Ends if the sources read another database than the database of the lock, because the
   * lock then protects nothing.
   */
  private async lead(): Promise<void> {
    const { publisher } = this.options;
    let isSameDatabase = true;
    while (isSameDatabase && this.isLeading) {
      try {
        await publisher.connect(); // fences a former leader that was frozen
        await this.newSession().run();
      } catch (error) {
        this.options.onEvent({ kind: 'failure', during: 'relaying', error });
        isSameDatabase = !(error instanceof AnotherDatabaseError);
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
