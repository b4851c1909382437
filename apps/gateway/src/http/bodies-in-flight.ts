import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What counts as one body, in bytes: a larger one is kept in memory, too, until all of it is there. */
const ONE_BODY = 256 * 1024;
/** Of which nobody says how long they become. */
const UNKNOWN_LENGTH = 8 * ONE_BODY;

/** How bodies may arrive. */
export interface BodyLimits {
  /** Bodies of one credential that may be arriving at once; one above 256 KiB counts as several. */
  readonly perCredential: number;
  /** Seconds for which a body may be as slow as it likes. */
  readonly graceSeconds: number;
  /** Bytes a second that a body must have brought on average, once the grace is over. */
  readonly bytesPerSecond: number;
}

interface Arrival {
  readonly owner: string;
  /** As how many it counts. */
  readonly weight: number;
  readonly reply: FastifyReply;
  readonly bytesBefore: number;
  seconds: number;
}

/**
 * Bodies that are still arriving. They hold no place among the requests in progress, so that slow
 * ones take none from others; but one credential may send so many at once only, and a body that
 * is too slow is ended.
 */
export class BodiesInFlight {
  private readonly arrivals = new Map<FastifyRequest, Arrival>();
  private readonly counts = new Map<string, number>();
  private readonly clock: NodeJS.Timeout;

  constructor(private readonly limits: BodyLimits) {
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  /** @returns false when as many of this credential are arriving already */
  enter(owner: string, request: FastifyRequest, reply: FastifyReply): boolean {
    const count = this.counts.get(owner) ?? 0;
    const length = Number(request.headers['content-length'] ?? UNKNOWN_LENGTH);
    const weight = Math.max(1, Math.ceil(length / ONE_BODY));
    if (count > 0 && count + weight > this.limits.perCredential) return false;
    this.counts.set(owner, count + weight);
    const bytesBefore = request.raw.socket.bytesRead;
    this.arrivals.set(request, { owner, weight, reply, bytesBefore, seconds: 0 });
    return true;
  }

  /** @returns whether the request's body was one of them */
  leave(request: FastifyRequest): boolean {
    const arrival = this.arrivals.get(request);
    if (arrival === undefined) return false;
    this.arrivals.delete(request);
    const left = (this.counts.get(arrival.owner) ?? 0) - arrival.weight;
    if (left > 0) this.counts.set(arrival.owner, left);
    else this.counts.delete(arrival.owner);
    return true;
  }

  stop(): void {
    clearInterval(this.clock);
  }

  /** Counts its own rounds, not the time: while we stand still ourselves, nothing can arrive. */
  private endSlow(): void {
    const { graceSeconds, bytesPerSecond } = this.limits;
    for (const [request, arrival] of this.arrivals) {
      arrival.seconds += 1;
      const bytes = request.raw.socket.bytesRead - arrival.bytesBefore;
      if (arrival.seconds <= graceSeconds || bytes >= arrival.seconds * bytesPerSecond) continue;
      // Once this is sent, the framework does not go on with a body that comes to its end.
      void arrival.reply.header('connection', 'close').send(new LetheError('request_timeout'));
    }
  }
}
