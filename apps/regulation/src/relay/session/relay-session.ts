import type { Publisher } from '@lethe/messaging';
import type { RelayEvent } from './relay-event.js';
import type { RelayBatch, RelayCursor, RelaySource } from './relay-source.js';
import type { WakeSignal } from './wake-signal.js';

/**
 * Maximum number of records of each source in a round. A change that arrives during a full round is
 * published in the round after the next round. Smaller rounds would publish it sooner, but each
 * round costs a transaction.
 */
export const DEFAULT_BATCH_SIZE = 2_000;
const DEFAULT_POLL_MS = 1_000;
/** If a round has at least this many records of one source, the longer spacing applies. */
const BUSY_RECORDS = 20;
/**
 * Milliseconds from the start of a round that is not full to the start of the next round. The value
 * depends on the number of records in the earlier round.
 */
const SPACING_MS = { few: 25, many: 100 };
/**
 * Milliseconds of spacing that an idle relay saves. Until they are used up, rounds start without
 * spacing. So single changes are published at once, and only a stream of changes is collected.
 */
const SAVED_SPACING_MS = 200;

export interface RelaySessionOptions {
  /** No two sources have the same topic. */
  readonly sources: readonly RelaySource[];
  /** The publisher is already connected when the session begins. */
  readonly publisher: Publisher;
  /**
   * Checks that the database contains the records of the topics. Each session waits for this check
   * before it takes records. Earlier relays are already fenced at this time. If the check fails,
   * the session fails, and the next session repeats the check. The check must always end, and must
   * tolerate that another relay leads at the same time.
   *
   * @param database identity of the database on which the session holds its lock, see
   *   `DATABASE_IDENTITY`
   */
  readonly prepare?: (database: string) => Promise<void>;
  /** Identity of the database of the lock. */
  readonly database: string;
  /** Called for each event. `error` of a failure can be any value; `describeError` describes it. */
  readonly onEvent: (event: RelayEvent) => void;
  /** Maximum number of records that one source adds to a transaction. */
  readonly batchSize?: number;
  /** Milliseconds between two polls if no wake comes. Default 1,000. */
  readonly pollMs?: number;
  /** Ends the wait for changes early. */
  readonly signal: WakeSignal;
  readonly isLeading: () => boolean;
  /** Waits, but ends early when the relay stops. */
  readonly pause: (ms: number) => Promise<void>;
}

/** At most one batch of each source. */
type Round = readonly RelayBatch[];

/**
 * One session of the relay. It uses one connection of the publisher, and ends at the first failure.
 *
 * A change after a pause is published at once, and so are some changes after it. While more changes
 * arrive, rounds start 25 ms apart on average, and large rounds 100 ms apart. A take and a
 * transaction cost about the same for one record as for a hundred, so fewer rounds cost less. (At
 * 83 creates per second, there are 30 rounds per second instead of 115.) This leaves more processor
 * time for creates. (With one user per request and 2 cores, creates reach 0.55 of the rate of a
 * bare insert, instead of 0.50.)
 *
 * Each round takes records from every source, publishes all of them in one transaction, and
 * notifies the sources. While a full round is published, the next round is taken. The next round is
 * published only after the sources were notified of the present round. So the sequence of the
 * records never changes, and a crash at any instruction repeats at most one round.
 */
export class RelaySession {
  private readonly cursors: readonly RelayCursor[];
  /** Time by `performance.now()` at which all spacing of the earlier rounds has passed. */
  private spacedUntil = -Infinity;

  constructor(private readonly options: RelaySessionOptions) {
    this.cursors = options.sources.map((source) => source.open(options.database));
  }

  /**
   * Publishes records until the lock is lost or the relay stops.
   *
   * @throws the first failure of a source or the publisher
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

  /** Publishes a round, and takes the next round at the same time. */
  private async relay(round: Round): Promise<Round> {
    const next = this.take();
    next.catch(() => undefined); // avoids an unhandled rejection if publishing fails first
    await this.publish(round);
    return next;
  }

  /** Publishes a round, and takes the next round after the spacing. */
  private async relayAndCollect(round: Round): Promise<Round> {
    const startedAt = performance.now();
    await this.publish(round);
    const unused = Math.max(this.spacedUntil, startedAt - SAVED_SPACING_MS);
    this.spacedUntil = unused + spacingAfter(round);
    const waitMs = this.spacedUntil - performance.now();
    if (waitMs > 0) await this.options.pause(waitMs);
    return this.take();
  }

  private async take(): Promise<Round> {
    const batches = await Promise.all(this.cursors.map((cursor) => cursor.take(this.batchSize)));
    return batches.filter((batch) => batch !== undefined);
  }

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

function isFull(round: Round): boolean {
  return round.some((batch) => batch.isFull);
}

/** @returns milliseconds */
function spacingAfter(round: Round): number {
  const largest = Math.max(...round.map(({ records }) => records.length));
  return largest >= BUSY_RECORDS ? SPACING_MS.many : SPACING_MS.few;
}
