import { LetheError } from '@lethe/contracts';
import { SharedQuota } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config/gateway.config.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import { onceOver } from '../http/request-end.js';
import { bodyLimitOf } from './uploads.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of the body, counted even without Content-Length; 0 until the body is complete. */
    bodyBytes: number;
  }
}

/**
 * Bytes that one permit covers. A larger body needs several permits, so that the permits limit the
 * memory of all bodies.
 */
const ONE_BODY = 256 * 1024;
const TOO_MANY =
  'The gateway is receiving or processing too many request bodies (limit of the workspace or of the gateway). Repeat the request later.';

/** Variables that limit arriving bodies. */
export type BodySettings = Pick<
  GatewaySettings,
  'LETHE_MAX_BODIES' | 'LETHE_MAX_BODIES_OF_ALL' | 'LETHE_BODY_GRACE' | 'LETHE_BODY_MIN_RATE'
>;

interface Arrival {
  readonly reply: FastifyReply;
  /** Bytes that the connection had received before the body. */
  readonly bytesBefore: number;
  /** Ticks of the clock since the body began. The first tick can come after less than a second. */
  rounds: number;
}

interface Taken {
  readonly owner: string;
  pieces: number;
}

/**
 * Limits request bodies while they arrive, and large bodies until they are answered. A body takes
 * one permit for each 256 KiB. The number of permits is limited for each workspace and in total. An
 * arriving body holds no request permit, so that slow bodies do not block other requests. A body
 * that is too slow gets a 408. Bodies of data planes take no permits here, because they are small
 * and their requests already hold a permit of `DataPlaneAdmission`.
 */
export class BodiesInFlight {
  private readonly arrivals = new Map<FastifyRequest, Arrival>();
  private readonly taken = new Map<FastifyRequest, Taken>();
  private readonly permits: SharedQuota;
  private readonly clock: NodeJS.Timeout;

  /** @param http counts refusals and bodies that were too slow */
  constructor(
    private readonly config: BodySettings,
    private readonly http: Pick<HttpMetrics, 'refuse'>,
  ) {
    const { LETHE_MAX_BODIES: perOwner, LETHE_MAX_BODIES_OF_ALL: all } = config;
    this.permits = new SharedQuota({ all, perOwner });
    this.clock = setInterval(() => {
      this.endSlow();
    }, 1_000).unref();
  }

  /** Number of bodies that are arriving. */
  get size(): number {
    return this.arrivals.size;
  }

  /**
   * Takes permits for a body. Call it just before the body is read. A body with a Content-Length
   * above the limit takes no permits, because it gets a 413 and is not kept. A body without
   * Content-Length takes permits while it arrives, so the gateway can refuse it before it is
   * complete.
   *
   * @param owner id of the token's workspace
   * @returns the refusal if no permit is free
   */
  enter(owner: string, request: FastifyRequest, reply: FastifyReply): LetheError | undefined {
    if (isTooLarge(request)) return undefined;
    const bytes = lengthOf(request);
    const taken = { owner, pieces: piecesOf(bytes ?? 0) };
    if (!this.permits.enter(owner, taken.pieces)) return this.refusal();
    this.taken.set(request, taken);
    if (bytes === undefined) this.growWith(request, reply, taken);
    this.watch(request, reply);
    return undefined;
  }

  /** Watches an arriving body, and ends it if it is too slow. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    if (isTooLarge(request)) return;
    // No part of the body has been read yet, so all of its bytes that have arrived are in `raw`.
    const bytesBefore = request.raw.socket.bytesRead - request.raw.readableLength;
    this.arrivals.set(request, { reply, bytesBefore, rounds: 0 });
    onceOver([request, reply], () => {
      // A complete body stays in memory until its handler ends, even if the client disconnects.
      if (this.arrivals.has(request)) this.leave(request);
    });
  }

  /**
   * Call when the body is complete. A small body gives its permit back, because its request now
   * needs a request permit. A large body keeps its permits, because it stays in memory until the
   * answer.
   */
  bodyArrived(request: FastifyRequest): void {
    this.arrivals.delete(request);
    const { body } = request; // undefined if the route reads no body
    request.bodyBytes = Buffer.isBuffer(body) ? body.length : 0;
    if (piecesOf(request.bodyBytes) === 1) this.leave(request);
  }

  /** Gives back the permits. Call it when the request is answered, or will never be answered. */
  leave(request: FastifyRequest): void {
    this.arrivals.delete(request);
    const taken = this.taken.get(request);
    this.taken.delete(request);
    if (taken !== undefined) this.permits.leave(taken.owner, taken.pieces);
  }

  stop(): void {
    clearInterval(this.clock);
  }

  private refusal(): LetheError {
    this.http.refuse('bodies');
    return new LetheError('too_many_requests', { message: TOO_MANY });
  }

  private growWith(request: FastifyRequest, reply: FastifyReply, taken: Taken): void {
    const limit = piecesOf(request.routeOptions.bodyLimit); // a larger body gets a 413
    let bytes = 0;
    request.raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      while (this.taken.has(request) && piecesOf(bytes) > taken.pieces && taken.pieces < limit) {
        if (this.permits.enter(taken.owner, 1, taken.pieces)) taken.pieces += 1;
        else {
          this.leave(request);
          end(reply, this.refusal());
        }
      }
    });
  }

  /**
   * Counts ticks and not time. While this process is blocked, no bytes arrive, and no ticks are
   * counted.
   */
  private endSlow(): void {
    const { LETHE_BODY_GRACE: graceSeconds, LETHE_BODY_MIN_RATE: bytesPerSecond } = this.config;
    for (const [request, arrival] of this.arrivals) {
      const seconds = arrival.rounds; // at least this number of seconds has passed
      arrival.rounds += 1;
      const bytes = request.raw.socket.bytesRead - arrival.bytesBefore;
      if (request.raw.complete || seconds < graceSeconds || bytes >= seconds * bytesPerSecond)
        continue;
      this.http.refuse('slow_body');
      end(arrival.reply, new LetheError('request_timeout'));
    }
  }
}

/** Sends the error. If the body is completed later, the framework ignores the body. */
function end(reply: FastifyReply, error: LetheError): void {
  void reply.header('connection', 'close').send(error);
}

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
