import { LetheError } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../gateway.config.js';

/** What counts as one body, in bytes: a larger one is kept in memory, too, until all of it is there. */
const ONE_BODY = 256 * 1024;
/** Assumed bytes of a body that comes without a `Content-Length`. */
const UNKNOWN_LENGTH = 8 * ONE_BODY;

/** The variables that say how bodies may arrive, and how large they may be. */
export type BodySettings = Pick<
  GatewaySettings,
  'LETHE_MAX_BODIES' | 'LETHE_BODY_GRACE' | 'LETHE_BODY_MIN_RATE' | 'LETHE_LIMIT_BODY_BYTES'
>;

interface Arrival {
  readonly owner: string;
  /** As how many bodies it counts. */
  readonly weight: number;
  readonly reply: FastifyReply;
  /** Bytes that the connection had brought when the body began. */
  readonly bytesBefore: number;
  /** Rounds of the clock since the body began. The first one may come at once. */
  rounds: number;
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

  /** @param onSlow called for each body that is ended as it is too slow */
  constructor(
    private readonly config: BodySettings,
    private readonly onSlow: () => void = () => undefined,
  ) {
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  get size(): number {
    return this.arrivals.size;
  }

  /**
   * A body that says that it is larger than any counts for nothing, however many others there are:
   * its request is refused for that (413), and nothing of it is kept.
   *
   * @param isBounded whether the bodies of this credential are few in any case: then none is too many
   * @returns false when as many of this credential are arriving already
   */
  enter(owner: string, request: FastifyRequest, reply: FastifyReply, isBounded = false): boolean {
    const { 'content-length': said } = request.headers;
    if (Number(said) > this.config.LETHE_LIMIT_BODY_BYTES) return true;
    const count = this.counts.get(owner) ?? 0;
    const length = Number(said ?? UNKNOWN_LENGTH);
    const weight = Math.max(1, Math.ceil(length / ONE_BODY));
    if (!isBounded && count > 0 && count + weight > this.config.LETHE_MAX_BODIES) return false;
    this.counts.set(owner, count + weight);
    // Nothing of the body has been read yet: what arrived with the headers, and since, waits in `raw`.
    const bytesBefore = request.raw.socket.bytesRead - request.raw.readableLength;
    this.arrivals.set(request, { owner, weight, reply, bytesBefore, rounds: 0 });
    return true;
  }

  leave(request: FastifyRequest): void {
    const arrival = this.arrivals.get(request);
    if (arrival === undefined) return;
    this.arrivals.delete(request);
    const left = (this.counts.get(arrival.owner) ?? 0) - arrival.weight;
    if (left > 0) this.counts.set(arrival.owner, left);
    else this.counts.delete(arrival.owner);
  }

  stop(): void {
    clearInterval(this.clock);
  }

  /** Counts its own rounds, not the time: while we stand still ourselves, nothing can arrive. */
  private endSlow(): void {
    const { LETHE_BODY_GRACE: graceSeconds, LETHE_BODY_MIN_RATE: bytesPerSecond } = this.config;
    for (const [request, arrival] of this.arrivals) {
      const seconds = arrival.rounds; // so many have surely passed before this round
      arrival.rounds += 1;
      const bytes = request.raw.socket.bytesRead - arrival.bytesBefore;
      if (seconds < graceSeconds || bytes >= seconds * bytesPerSecond) continue;
      this.onSlow();
      // Once this is sent, the framework does not go on with a body that comes to its end.
      void arrival.reply.header('connection', 'close').send(new LetheError('request_timeout'));
    }
  }
}
