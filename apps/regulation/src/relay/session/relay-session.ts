import type { Publisher } from '@lethe/messaging';
import type { RelayEvent } from './relay-event.js';
import type { RelayBatch, RelayCursor, RelaySource } from './relay-source.js';
import type { WakeSignal } from './wake-signal.js';

/**
 * How much a source is asked for at once. What comes while others wait behind a full round is in the round after the next, so it is there sooner when rounds are small;
 * each round costs a transaction.
 */
export const DEFAULT_BATCH_SIZE = 2_000;
const DEFAULT_POLL_MS = 1_000;
/** From the start of a round to the start of the next, where none is full; from this many records on it is the longer time. */
const BUSY_RECORDS = 20;
const SPACING_MS = { few: 25, many: 100 };

export interface RelaySessionOptions {
  /** Sources, each with a topic or topics of its own. */
  readonly sources: readonly RelaySource[];
  /** Connected when the session begins. */
  readonly publisher: Publisher;
  /**
   * Awaited in each session before its first take, when earlier relays are shut out from the
   * topics: the place to find out whether what is about to be published fits the topics. An error
   * that it throws is a failure of the session, and the next session calls it again. It must end by
   * itself, and must tolerate that another relay leads meanwhile.
   * @param database identity of the database on which the session holds its lock; see
   * `DATABASE_IDENTITY`
   */
  readonly prepare?: (database: string) => Promise<void>;
  /** Identity of the database that the lock is held on. */
  readonly database: string;
  /** Called for each change and failure; `error` is for `describeError`. */
  readonly onEvent: (event: RelayEvent) => void;
  /** Most records that one source adds to a transaction. */
  readonly batchSize?: number;
  /** Milliseconds that a change made elsewhere may stay unnoticed without a wake. Default 1,000. */
  readonly pollMs?: number;
  /** Cuts the wait for something to publish short. */
  readonly signal: WakeSignal;
  readonly isLeading: () => boolean;
  /** Waits, but not longer than the relay runs. */
  readonly pause: (ms: number) => Promise<void>;
}

/** At most one batch of each source. */
type Round = readonly RelayBatch[];

/**
 * What the relay does over one connection of the publisher, until the first failure.
 *
 * What comes after a pause goes out at once. While more comes in, rounds start 25 ms apart, and 100 ms where they are larger: a take and
 * a transaction cost much the same for one record as for a hundred (at 83 creates a second 115 rounds a second were 30), and the create path
 * needs the processor (one user a request, 2 cores: 0.50 → 0.55 of a bare insert's rate).
 *
 * For each round: take from every source → publish all of it in one transaction → tell the
 * sources. Behind a full round the next one is taken while that is being published; it is published only
 * after the sources know of the one before, so no order is ever turned around, and a crash at any
 * instruction at worst repeats one round.
 */
export class RelaySession {
  private readonly cursors: readonly RelayCursor[];

  constructor(private readonly options: RelaySessionOptions) {
    this.cursors = options.sources.map((source) => source.open(options.database));
  }

  /**
   * Relays until the lock is lost or the relay stops. @throws the first failure of a source or the
   * publisher
   */
  async run(): Promise<void> {
    const { prepare, database, isLeading, signal, pollMs = DEFAULT_POLL_MS } = this.options;
    if (isLeading()) await prepare?.(database);
    let round = await this.take();
    while (isLeading()) {
      if (round.length === 0) {
        await signal.wait(pollMs);
        round = await this.take();
      } else {
        round = await (isFull(round) ? this.relay(round) : this.relayAndCollect(round));
      }
    }
  }

  /** Publishes a round and meanwhile takes the next. */
  private async relay(round: Round): Promise<Round> {
    const next = this.take();
    next.catch(() => undefined); // thrown below, unless publishing failed before
    await this.publish(round);
    return next;
  }

  /** Publishes a round, and takes the next when more has come in. */
  private async relayAndCollect(round: Round): Promise<Round> {
    const startedAt = performance.now();
    await this.publish(round);
    await this.options.pause(Math.max(0, startedAt + spacingAfter(round) - performance.now()));
    return this.take();
  }

  private async take(): Promise<Round> {
    const batches = await Promise.all(this.cursors.map((cursor) => cursor.take(this.batchSize)));
    return batches.filter((batch) => batch !== undefined);
  }

  /** Publishes a round and tells the sources. */
  private async publish(round: Round): Promise<void> {
    const records = round.flatMap((batch) => batch.records);
    const startedAt = performance.now();
    const written = await this.options.publisher.publish(records);
    const durationMs = Math.round(performance.now() - startedAt);
    this.options.onEvent({
      kind: 'published',
      records: records.length,
      durationMs,
      round: records,
    });
    for (const batch of round) await batch.published(written);
  }

  private get batchSize(): number {
    return this.options.batchSize ?? DEFAULT_BATCH_SIZE;
  }
}

/** Whether there may be more to take already. */
function isFull(round: Round): boolean {
  return round.some((batch) => batch.isFull);
}

/** @returns milliseconds */
function spacingAfter(round: Round): number {
  const largest = Math.max(...round.map(({ records }) => records.length));
  return largest >= BUSY_RECORDS ? SPACING_MS.many : SPACING_MS.few;
}
