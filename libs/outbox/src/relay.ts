import { setTimeout as sleep } from 'node:timers/promises';
import type { Publisher } from '@lethe/messaging';
import { LeaderLock, type LeaderLockOptions } from './leader-lock.js';
import type { RelayBatch, RelaySource } from './relay-source.js';
import { WakeSignal } from './wake-signal.js';

export type RelayState = 'standby' | 'leading' | 'stopped';

export interface RelayOptions {
  /** Sources, each with a topic or topics of its own. */
  readonly sources: readonly RelaySource[];
  readonly publisher: Publisher;
  readonly lock: Omit<LeaderLockOptions, 'onNotify' | 'onLost'>;
  /** Told of changes and failures; `error` is for `describeError`. */
  readonly onEvent: (event: RelayEvent) => void;
  /** Most records that one source adds to a transaction. */
  readonly batchSize?: number;
  /** Milliseconds that a change made elsewhere may stay unnoticed without a wake. Default 1,000. */
  readonly pollMs?: number;
}

export type RelayEvent =
  | { readonly kind: 'state'; readonly state: RelayState }
  | { readonly kind: 'failure'; readonly during: 'election' | 'relaying'; readonly error: unknown }
  | { readonly kind: 'published'; readonly records: number; readonly durationMs: number };

/** Twice the throughput of 1,000 and no gain above 4,000; a transaction stays under 100 ms. */
const DEFAULT_BATCH_SIZE = 4_000;
const DEFAULT_POLL_MS = 1_000;
/** From this many records in a round the relay collects: the next round starts a while after it. */
const BUSY_RECORDS = 20;
const COLLECT_MS = 100;
const ELECTION_RETRY_MS = 300;
const FAILURE_PAUSE_MS = 500;

/**
 * Publishes what its sources hold, in order, while it leads. Of several relays one leads.
 *
 * A round of a few records goes out at once. While more come in, rounds start 100 ms apart: a
 * transaction costs much the same for ten records as for a hundred, and the create path needs the
 * processor (one user a request, 2 cores: 0.50 → 0.55 of a bare insert's rate).
 *
 * For each round: take from every source → publish all of it in one transaction → tell the
 * sources. The next round is taken while the present one is being published; it is published only
 * after the sources know of the present one, so no order is ever turned around, and a crash at any
 * instruction at worst repeats one round.
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

  /** There may be something to publish. Costs nothing; call it after every commit. */
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
        await this.pause(FAILURE_PAUSE_MS);
        continue;
      }
      this.enter('leading');
      await this.lead();
      await this.lock.release();
      this.enter('standby');
    }
  }

  /** Relays until the lock is lost or the relay stops. A failure of the broker is waited out. */
  private async lead(): Promise<void> {
    while (this.isLeading) {
      try {
        await this.options.publisher.connect();
        await this.drainUntilLost();
      } catch (error) {
        this.options.onEvent({ kind: 'failure', during: 'relaying', error });
        await this.pause(FAILURE_PAUSE_MS);
      } finally {
        for (const source of this.options.sources) source.rewind();
        await this.options.publisher.close();
      }
    }
  }

  private async drainUntilLost(): Promise<void> {
    let round = await this.take();
    while (this.isLeading) {
      if (round.length === 0) {
        await this.signal.wait(this.options.pollMs ?? DEFAULT_POLL_MS);
        round = await this.take();
        continue;
      }
      round = this.isBusy(round) ? await this.relayAndCollect(round) : await this.relay(round);
    }
  }

  /** Publishes a round and meanwhile takes the next. */
  private async relay(round: readonly RelayBatch[]): Promise<RelayBatch[]> {
    const [next] = await Promise.all([this.take(), this.publish(round)]);
    for (const batch of round) await batch.published();
    return next;
  }

  /** Publishes a round, and takes the next when there is more to take. */
  private async relayAndCollect(round: readonly RelayBatch[]): Promise<RelayBatch[]> {
    const startedAt = performance.now();
    await this.publish(round);
    for (const batch of round) await batch.published();
    await this.pause(Math.max(0, startedAt + COLLECT_MS - performance.now()));
    return this.take();
  }

  /** Much comes in, but not so much that a round is full: then fewer, larger rounds cost less. */
  private isBusy(round: readonly RelayBatch[]): boolean {
    const largest = Math.max(...round.map((batch) => batch.records.length));
    return largest >= BUSY_RECORDS && largest < this.batchSize;
  }

  private async take(): Promise<RelayBatch[]> {
    const { sources } = this.options;
    const batches = await Promise.all(sources.map((source) => source.take(this.batchSize)));
    return batches.filter((batch) => batch !== undefined);
  }

  private get batchSize(): number {
    return this.options.batchSize ?? DEFAULT_BATCH_SIZE;
  }

  private async publish(round: readonly RelayBatch[]): Promise<void> {
    const records = round.flatMap((batch) => batch.records);
    const startedAt = performance.now();
    await this.options.publisher.publish(records);
    const durationMs = Math.round(performance.now() - startedAt);
    this.options.onEvent({ kind: 'published', records: records.length, durationMs });
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

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
