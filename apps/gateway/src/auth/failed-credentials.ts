import type { AskAsStranger } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceOver, waitUnlessOver } from '../http/request-end.js';
import { WaitingOnConnection } from '../admission/waiting-on-connection.js';
import { RateMeter } from '../admission/rates/rate-meter.js';
import { senderOf } from '../http/client-address.js';
import { FairBatches } from './fair-batches.js';

/**
 * Questions to the database about credentials that were never known here: all that wait with one statement, for each kind of
 * credentials. A statement about a thousand takes it some milliseconds, and most of its connections stay with who is known.
 */
const BATCHES = { atOnce: 1, size: 1_000 } as const;
/** Milliseconds that a sender over the limit waits before each of them. */
const SLOW_MS = 1_000;
/** Looks, one a second, without an answer to anybody, after which who waits for their turn is told that the database is away. */
const SILENT_LOOKS = 10;
const LOOK_MS = 1_000;
/** Senders that are remembered; the one that failed first is forgotten first. */
const MOST_SENDERS = 10_000;
/** The limit is one a minute, and a meter's is one a second: its clock is slower. */
const MINUTE_IN_SECONDS = 60;

/**
 * Keeps those who guess credentials away from the database. Whoever was known here before is never kept waiting, and nobody
 * with valid credentials is refused for it, not even behind the address of somebody who guesses; only a database that answers
 * nobody ends their wait.
 */
export class FailedCredentials {
  private readonly batches = new FairBatches(BATCHES);
  private readonly failures = new Map<string, RateMeter>();
  private readonly waiting = new WaitingOnConnection();
  /** How many answers the database gave, whatever they were. */
  private answers = 0;

  /** @param failuresPerMinute of one sender, before it is slowed down; 0: no limit */
  constructor(
    private readonly failuresPerMinute: number,
    private readonly now: () => number = () => performance.now() / MINUTE_IN_SECONDS,
  ) {}

  /**
   * How the credentials of this request are asked about if they were never known here.
   *
   * @param batches in which the others wait that ask the same; absent: the database
   */
  asking(request: FastifyRequest, reply: FastifyReply, batches = this.batches): AskAsStranger {
    return (ask) =>
      this.waiting.with(request, async () => {
        const turn = new AbortController();
        onceOver([request, reply], () => {
          turn.abort(new LetheError('request_timeout'));
        });
        const sender = senderOf(request.ip);
        if (this.isOverLimit(sender)) await waitUnlessOver(SLOW_MS, turn.signal);
        const timer = this.endWhenSilent(turn);
        try {
          return await batches.with(sender, turn.signal, async () => {
            const answer = await ask();
            this.answers += 1;
            return answer;
          });
        } finally {
          clearInterval(timer);
        }
      });
  }

  /** Counts credentials that nobody has. @returns whether their sender has shown too many */
  countFailure(request: FastifyRequest): boolean {
    if (this.failuresPerMinute === 0) return false;
    const sender = senderOf(request.ip);
    const known = this.failures.get(sender);
    const meter = known ?? new RateMeter(this.failuresPerMinute, 1, this.now());
    if (known === undefined) this.failures.set(sender, meter);
    const [oldest] = this.failures.keys();
    if (this.failures.size > MOST_SENDERS && oldest !== undefined) this.failures.delete(oldest);
    return meter.take(1, this.now()) > 0;
  }

  /**
   * Counts credentials that nobody has.
   *
   * @throws LetheError `too_many_requests` when their sender has shown too many
   */
  refuseTooMany(request: FastifyRequest): void {
    if (!this.countFailure(request)) return;
    throw new LetheError('too_many_requests', {
      message: 'Too many credentials that nobody has came from this address.',
    });
  }

  /** @throws LetheError `too_many_requests` for a sender that has failed too often, without counting this request */
  refuseOverLimit(request: FastifyRequest): void {
    if (this.isOverLimit(senderOf(request.ip))) throw new LetheError('too_many_requests');
  }

  /** However long the queue is, as long as it moves each one's turn comes. It counts its looks: while we stand still ourselves, nobody is answered. */
  private endWhenSilent(turn: AbortController): NodeJS.Timeout {
    let before = this.answers;
    let silent = 0;
    return setInterval(() => {
      silent = this.answers === before ? silent + 1 : 0;
      before = this.answers;
      if (silent >= SILENT_LOOKS) turn.abort(new LetheError('unavailable'));
    }, LOOK_MS).unref();
  }

  private isOverLimit(sender: string): boolean {
    const meter = this.failures.get(sender);
    return meter !== undefined && meter.take(0, this.now()) > 0;
  }
}
