import { LetheError } from '@lethe/contracts';
import { describeError, type Logger, type Metrics } from '@lethe/observability';
import { LogThrottle, SharedRoom } from '@lethe/resilience';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config/gateway.config.js';
import { isProbe } from '../http/access-log.js';
import { BodiesInFlight } from './bodies-in-flight.js';
import { watchConnections, type Connections } from './connections.js';
import { DataPlaneAdmission } from './data-plane-admission.js';
import { LargeAnswers } from './large-answers.js';
import { FeedPages } from './feed-pages.js';
import type { HttpMetrics } from '../http/http-metrics.js';
import { RequestTimeout } from './request-timeout.js';
import { UnreadAnswers } from './unread-answers.js';
import { isUpload, Uploads } from './uploads.js';
import { sliceAnswers } from './slice-answers.js';
import { CallerLimits } from './rates/caller-limits.js';
import { RateLimits, type RateLimitsOptions } from './rates/rate-limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose place the request has among those in progress. */
    placeOf: string | undefined;
  }
}

/** Owner of the requests that need no credentials. */
const UNAUTHENTICATED = '';

export interface AdmissionOptions {
  readonly config: GatewaySettings;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly http: HttpMetrics;
  readonly demands: RateLimitsOptions['demands'];
  /** Milliseconds for a request to arrive. */
  readonly requestTimeoutMs: number;
}

/**
 * Decides which requests a gateway takes in: by rates, connections, what arrives, what is in progress, and what has not been read.
 * Each owner, which is a workspace, a data plane or a sender, is counted by itself, and leaves room for the others.
 */
export class Admission {
  /** For what a handler counts beside requests, such as users. */
  readonly callers: CallerLimits;
  readonly answers: LargeAnswers;
  readonly feedPages: FeedPages;
  private readonly http: HttpMetrics;
  private readonly rates: RateLimits;
  private readonly connections: Connections;
  private readonly deadlines: RequestTimeout;
  private readonly dataPlanes: DataPlaneAdmission;
  private readonly places: SharedRoom;
  private readonly bodies: BodiesInFlight;
  private readonly uploads: Uploads;
  private readonly unread: UnreadAnswers;

  constructor(
    private readonly instance: FastifyInstance,
    { config, http, requestTimeoutMs, ...options }: AdmissionOptions,
  ) {
    const { server } = instance;
    this.http = http;
    this.rates = rateLimitsOf(options);
    this.callers = new CallerLimits(this.rates, config, http);
    this.unread = new UnreadAnswers(config, http);
    this.answers = new LargeAnswers(config, this.unread);
    this.feedPages = new FeedPages(http);
    this.connections = watchConnections(server, config);
    this.deadlines = new RequestTimeout(server, requestTimeoutMs);
    this.dataPlanes = new DataPlaneAdmission(this.rates, {
      places: config.LETHE_MAX_DATA_PLANE_REQUESTS,
      rate: config.LETHE_RATE_DATA_PLANE,
    });
    this.places = new SharedRoom({ all: config.LETHE_MAX_IN_FLIGHT });
    this.bodies = new BodiesInFlight(config, http);
    this.uploads = new Uploads(http);
    http.watch({
      inFlight: () => this.places.size,
      limit: config.LETHE_MAX_IN_FLIGHT,
      bodies: () => this.bodies.size,
      connections: () => this.connections.size,
    });
    instance.addHook('onClose', async () => {
      this.bodies.stop();
      this.deadlines.stop();
      await this.rates.stop();
    });
  }

  /** Watches large answers being read. To be called after whatever else changes answers. */
  sliceAnswers(): void {
    sliceAnswers(this.instance, { expected: this.answers, unread: this.unread });
  }

  /**
   * Once it is known whose the request is, and before its body is read. A data plane may wait here.
   *
   * @param done gets the refusal, if there is one
   */
  enter(request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void {
    const { identity, dataPlane } = request;
    try {
      if (identity !== undefined) this.callers.chargeRequest(identity, reply);
    } catch (error) {
      done(error as Error);
      return;
    }
    const owner = identity?.tokenId ?? dataPlane?.dataPlaneId;
    if (owner !== undefined) this.connections.belongsTo(request.raw.socket, owner);
    const refused = identity && this.unread.refusal(identity.workspaceId);
    if (refused !== undefined || dataPlane === undefined) {
      done(refused ?? this.enterBody(request, reply));
      return;
    }
    this.http
      .hold(request, () => this.dataPlanes.enter(dataPlane.dataPlaneId, request, reply))
      .then(() => {
        done(this.enterBody(request, reply));
      }, done);
  }

  /** The body is there. @returns the refusal when there is no place for the request */
  bodyHasCome(request: FastifyRequest): LetheError | undefined {
    if (isUpload(request)) return undefined;
    this.bodies.hasCome(request);
    return request.placeOf === undefined ? this.takePlace(request) : undefined;
  }

  /** The answer is there. */
  leave(request: FastifyRequest): void {
    const { placeOf } = request;
    request.placeOf = undefined;
    if (placeOf !== undefined) this.places.leave(placeOf);
    this.bodies.leave(request);
    this.deadlines.watch(request.raw); // what is answered already
  }

  private enterBody(request: FastifyRequest, reply: FastifyReply): LetheError | undefined {
    const { identity, dataPlane } = request;
    // Its caller left while it waited: a body would never end, and what was taken for it would never be given back.
    if (request.raw.socket.destroyed) return new LetheError('request_timeout');
    // Without credentials there is a body only where somebody signs in.
    if (request.raw.complete || ((identity ?? dataPlane) === undefined && !bringsBody(request))) {
      return this.takePlace(request);
    }
    if (identity !== undefined && isUpload(request)) {
      const refused = this.uploads.enter(identity.workspaceId, request, reply);
      if (refused === undefined) this.bodies.watch(request, reply);
      return refused;
    }
    this.deadlines.watch(request.raw);
    if (identity !== undefined) return this.bodies.enter(identity.workspaceId, request, reply);
    this.bodies.watch(request, reply);
    return undefined;
  }

  /** Probes are never refused for want of a place; data planes have places of their own. */
  private takePlace(request: FastifyRequest): LetheError | undefined {
    if (isProbe(request) || request.dataPlane !== undefined) return undefined;
    const owner = request.identity?.workspaceId ?? UNAUTHENTICATED;
    if (!this.places.enter(owner)) {
      this.http.refuse('in_flight');
      return new LetheError('too_many_requests');
    }
    request.placeOf = owner;
    return undefined;
  }
}

function rateLimitsOf({
  demands,
  metrics,
  logger,
}: Pick<AdmissionOptions, 'demands' | 'metrics' | 'logger'>): RateLimits {
  const unheard = new LogThrottle();
  const onError = (error: unknown) => {
    if (!unheard.isDue()) return;
    logger.warn({ error: describeError(error) }, 'rate limits are not shared with other gateways');
  };
  return new RateLimits({ demands, metrics, onError });
}

function bringsBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}
