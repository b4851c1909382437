import type { QueryUnauthenticated } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceOver, waitUnlessOver } from '../http/request-end.js';
import { WaitingOnConnection } from '../admission/waiting-on-connection.js';
import { RateMeter } from '../admission/rates/rate-meter.js';
import { clientAddressOf } from '../http/client-address.js';
import { FairBatches } from './fair-batches.js';

/**
 * Credentials that this gateway does not know are looked up in batches. For each kind of
 * credentials, one SQL statement at a time looks up all waiting credentials. A statement with a
 * thousand credentials takes PostgreSQL a few milliseconds. Most database connections stay free for
 * known callers.
 */
const BATCHES = { atOnce: 1, size: 1_000 } as const;
/** Milliseconds for which a sender over the limit waits before each look-up. */
const SLOW_MS = 1_000;
/**
 * The class checks each second whether the database has answered any sender. After this many checks
 * without an answer, waiting senders get `unavailable`.
 */
const SILENT_POLLS = 10;
const POLL_MS = 1_000;
/** Maximum remembered senders. Above it, the sender that failed first is dropped. */
const MAX_SENDERS = 10_000;
/** The limit is per minute, but the meter counts per second. So its clock runs 60 times slower. */
const MINUTE_IN_SECONDS = 60;

/**
 * Protects the database from senders that guess credentials. Credentials that this gateway knows
 * never wait. Valid credentials are accepted even from the address of a sender that guesses. They
 * are refused only if the database does not answer.
 */
export class FailedCredentials {
  private readonly batches = new FairBatches(BATCHES);
  private readonly failures = new Map<string, RateMeter>();
  private readonly waiting = new WaitingOnConnection();
  /** Number of answers that the database has given, with any content. */
  private answers = 0;

  /**
   * @param failuresPerMinute failures of one sender per minute; above this number, the sender is
   * slowed down; 0: no limit
   */
  constructor(
    private readonly failuresPerMinute: number,
    private readonly now: () => number = () => performance.now() / MINUTE_IN_SECONDS,
  ) {}

  /**
   * Returns the function that looks up the credentials of this request in the database. It is used
   * if this gateway does not know the credentials.
   *
   * @param batches queue of the look-up; default: the queue of this class
   */
  lookupFor(
    request: FastifyRequest,
    reply: FastifyReply,
    batches = this.batches,
  ): QueryUnauthenticated {
    return (ask) =>
      this.waiting.with(request, async () => {
        const wait = new AbortController();
        onceOver([request, reply], () => {
          wait.abort(new LetheError('request_timeout'));
        });
        const sender = clientAddressOf(request.ip);
        if (this.isOverLimit(sender)) await waitUnlessOver(SLOW_MS, wait.signal);
        const timer = this.endWhenSilent(wait);
        try {
          return await batches.with(sender, wait.signal, async () => {
            const answer = await ask();
            this.answers += 1;
            return answer;
          });
        } finally {
          clearInterval(timer);
        }
      });
  }

  /** Counts unknown credentials. @returns whether their sender is over the limit */
  countFailure(request: FastifyRequest): boolean {
    if (this.failuresPerMinute === 0) return false;
    const sender = clientAddressOf(request.ip);
    const known = this.failures.get(sender);
    const meter = known ?? new RateMeter(this.failuresPerMinute, 1, this.now());
    if (known === undefined) this.failures.set(sender, meter);
    const [oldest] = this.failures.keys();
    if (this.failures.size > MAX_SENDERS && oldest !== undefined) this.failures.delete(oldest);
    return meter.take(1, this.now()) > 0;
  }

  /**
   * Counts unknown credentials.
   *
   * @throws LetheError `too_many_requests` if their sender is over the limit
   */
  refuseTooMany(request: FastifyRequest): void {
    if (!this.countFailure(request)) return;
    throw new LetheError('too_many_requests', {
      message:
        'Too many requests from this address had unknown credentials. Check the credentials, then repeat the request later.',
    });
  }

  /**
   * Refuses the request if its sender is over the limit. Does not count this request.
   *
   * @throws LetheError `too_many_requests`
   */
  refuseOverLimit(request: FastifyRequest): void {
    if (this.isOverLimit(clientAddressOf(request.ip))) throw new LetheError('too_many_requests');
  }

  /**
   * Ends the wait if the database answers no sender at all. A long queue does not end the wait
   * while other senders get answers. Counts checks and not time. While this process is blocked, no
   * answer arrives, and no checks are counted.
   */
  private endWhenSilent(wait: AbortController): NodeJS.Timeout {
    let before = this.answers;
    let silent = 0;
    return setInterval(() => {
      silent = this.answers === before ? silent + 1 : 0;
      before = this.answers;
      if (silent >= SILENT_POLLS) wait.abort(new LetheError('unavailable'));
    }, POLL_MS).unref();
  }

  private isOverLimit(sender: string): boolean {
    const meter = this.failures.get(sender);
    return meter !== undefined && meter.take(0, this.now()) > 0;
  }
}
