import { LetheError } from '@lethe/contracts';
import { SharedRoom } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config/gateway.config.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import { onceOver } from '../http/request-end.js';
import { bodyLimitOf } from './uploads.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body that came, however it came; 0 before it is there. */
    bodyBytes: number;
  }
}

/** What counts as one body, in bytes: a larger one is kept in memory, too, until all of it is there. */
const ONE_BODY = 256 * 1024;
const TOO_MANY =
  'Too many bodies are arriving, or too much of them is in hand, of this workspace or of all. Repeat the request later.';

/** The variables that say how bodies may arrive. */
export type BodySettings = Pick<
  GatewaySettings,
  'LETHE_MAX_BODIES' | 'LETHE_MAX_BODIES_OF_ALL' | 'LETHE_BODY_GRACE' | 'LETHE_BODY_MIN_RATE'
>;

interface Arrival {
  readonly reply: FastifyReply;
  /** Bytes that the connection had brought when the body began. */
  readonly bytesBefore: number;
  /** Rounds of the clock since the body began. The first one may come at once. */
  rounds: number;
}

interface Taken {
  readonly owner: string;
  pieces: number;
}

/**
 * Bodies that are arriving, and large ones until they are answered. While they arrive they hold no place among the requests
 * in progress, so that slow ones take none from others; but one workspace, and all together, may send so many at once only,
 * and a body that is too slow is ended. Those of data planes take no room: they are small, and have places already.
 */
export class BodiesInFlight {
  private readonly arrivals = new Map<FastifyRequest, Arrival>();
  private readonly taken = new Map<FastifyRequest, Taken>();
  private readonly room: SharedRoom;
  private readonly clock: NodeJS.Timeout;

  /** @param http counts who is refused, and each body that is ended as it is too slow */
  constructor(
    private readonly config: BodySettings,
    private readonly http: Pick<HttpMetrics, 'refuse'>,
  ) {
    const { LETHE_MAX_BODIES: perOwner, LETHE_MAX_BODIES_OF_ALL: all } = config;
    this.room = new SharedRoom({ all, perOwner });
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  /** Bodies that are arriving. */
  get size(): number {
    return this.arrivals.size;
  }

  /**
   * A body that says that it is larger than any counts for nothing, however many others there are:
   * its request is refused for that (413), and nothing of it is kept. One that does not say how large it is counts as it
   * comes, and its request may be refused on the way. Must be called just before the body is read.
   *
   * @param owner the workspace whose token it comes with
   * @returns the refusal when there is no room
   */
  enter(owner: string, request: FastifyRequest, reply: FastifyReply): LetheError | undefined {
    if (isTooLarge(request)) return undefined;
    const bytes = lengthOf(request);
    const taken = { owner, pieces: piecesOf(bytes ?? 0) };
    if (!this.room.enter(owner, taken.pieces)) return this.refusal();
    this.taken.set(request, taken);
    if (bytes === undefined) this.growWith(request, reply, taken);
    this.watch(request, reply);
    return undefined;
  }

  /** Ends the body when it is too slow. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    if (isTooLarge(request)) return;
    // Nothing of the body has been read yet: what arrived with the headers, and since, waits in `raw`.
    const bytesBefore = request.raw.socket.bytesRead - request.raw.readableLength;
    this.arrivals.set(request, { reply, bytesBefore, rounds: 0 });
    onceOver([request, reply], () => {
      // Once it has come it is in memory until its handler is done, whoever has left meanwhile.
      if (this.arrivals.has(request)) this.leave(request);
    });
  }

  /**
   * All of it is there. From now on a small one is bounded by the places of requests; a larger one keeps
   * its room, as what it says stays in memory until the answer.
   */
  hasCome(request: FastifyRequest): void {
    this.arrivals.delete(request);
    const { body } = request; // none where the route takes none: then it is not in memory
    request.bodyBytes = Buffer.isBuffer(body) ? body.length : 0;
    if (piecesOf(request.bodyBytes) === 1) this.leave(request);
  }

  /** Its request is answered, or will never be. */
  leave(request: FastifyRequest): void {
    this.arrivals.delete(request);
    const taken = this.taken.get(request);
    this.taken.delete(request);
    if (taken !== undefined) this.room.leave(taken.owner, taken.pieces);
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private refusal(): LetheError {
    this.http.refuse('bodies');
    return new LetheError('too_many_requests', { message: TOO_MANY });
  }

  private growWith(request: FastifyRequest, reply: FastifyReply, taken: Taken): void {
    const most = piecesOf(request.routeOptions.bodyLimit); // more is refused for its size
    let bytes = 0;
    request.raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      while (this.taken.has(request) && piecesOf(bytes) > taken.pieces && taken.pieces < most) {
        if (this.room.enter(taken.owner, 1, taken.pieces)) taken.pieces += 1;
        else {
          this.leave(request);
          end(reply, this.refusal());
        }
      }
    });
  }

  /** Counts its own rounds, not the time: while we stand still ourselves, nothing can arrive. */
  private endSlow(): void {
    const { LETHE_BODY_GRACE: graceSeconds, LETHE_BODY_MIN_RATE: bytesPerSecond } = this.config;
    for (const [request, arrival] of this.arrivals) {
      const seconds = arrival.rounds; // so many have surely passed before this round
      arrival.rounds += 1;
      const bytes = request.raw.socket.bytesRead - arrival.bytesBefore;
      if (request.raw.complete || seconds < graceSeconds || bytes >= seconds * bytesPerSecond)
        continue;
      this.http.refuse('slow_body');
      end(arrival.reply, new LetheError('request_timeout'));
    }
  }
}

/** Once this is sent, the framework does not go on with a body that comes to its end. */
function end(reply: FastifyReply, error: LetheError): void {
  void reply.header('connection', 'close').send(error);
}

/** Bytes of the body, where the request says. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

function isTooLarge(request: FastifyRequest): boolean {
  return (lengthOf(request) ?? 0) > bodyLimitOf(request);
}

function piecesOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / ONE_BODY));
}
