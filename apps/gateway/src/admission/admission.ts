import { LetheError } from '@lethe/contracts';
import { describeError, type Logger, type Metrics } from '@lethe/observability';
import { LogThrottle, SharedQuota } from '@lethe/resilience';
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
    /**
     * Owner of the request permit, which counts the request as in flight; `undefined` if the
     * request has no permit.
     */
    permitOwner: string | undefined;
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
  /** Maximum milliseconds for a request to arrive. */
  readonly requestTimeoutMs: number;
}

/**
 * Decides which requests the gateway serves. It limits rates, connections, arriving bodies,
 * requests in progress and unread answers. Each owner is counted separately. An owner is a token, a
 * workspace, a data plane or a client address.
 */
export class Admission {
  /** Rate limits of callers. They limit requests, and other units such as users. */
  readonly callers: CallerLimits;
  readonly answers: LargeAnswers;
  readonly feedPages: FeedPages;
  private readonly http: HttpMetrics;
  private readonly rates: RateLimits;
  private readonly connections: Connections;
  private readonly deadlines: RequestTimeout;
  private readonly dataPlanes: DataPlaneAdmission;
  private readonly permits: SharedQuota;
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
    this.permits = new SharedQuota({ all: config.LETHE_MAX_IN_FLIGHT });
    this.bodies = new BodiesInFlight(config, http);
    this.uploads = new Uploads(http);
    http.watch({
      inFlight: () => this.permits.size,
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

  /** Sends large answers in slices. Call it after all hooks that change answers are added. */
  sliceAnswers(): void {
    sliceAnswers(this.instance, { expected: this.answers, unread: this.unread });
  }

  /**
   * Admits a request after its credentials were checked and before its body is read. A request of a
   * data plane can wait here.
   *
   * @param done receives the refusal, if there is one
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
      .delay(request, () => this.dataPlanes.enter(dataPlane.dataPlaneId, request, reply))
      .then(() => {
        done(this.enterBody(request, reply));
      }, done);
  }

  /** Call when the body has arrived completely. @returns the refusal if no permit is free */
  bodyHasCome(request: FastifyRequest): LetheError | undefined {
    if (isUpload(request)) return undefined;
    this.bodies.bodyArrived(request);
    return request.permitOwner === undefined ? this.takePermit(request) : undefined;
  }

  /** Gives back all permits of a request. Call it when the answer is ready. */
  leave(request: FastifyRequest): void {
    const { permitOwner } = request;
    request.permitOwner = undefined;
    if (permitOwner !== undefined) this.permits.leave(permitOwner);
    this.bodies.leave(request);
    this.deadlines.watch(request.raw); // the body of an answered upload can still be arriving
  }

  private enterBody(request: FastifyRequest, reply: FastifyReply): LetheError | undefined {
    const { identity } = request;
    // The client disconnected during the wait, so the request takes no further permits. Its body
    // would never end, and the permits would never be given back.
    if (request.raw.socket.destroyed) return new LetheError('request_timeout');
    if (request.raw.complete || !bringsBody(request)) return this.takePermit(request);
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

  /** Takes no permit for probes, or for data planes, which have separate permits. */
  private takePermit(request: FastifyRequest): LetheError | undefined {
    if (isProbe(request.route.url) || request.dataPlane !== undefined) return undefined;
    const owner = request.identity?.workspaceId ?? UNAUTHENTICATED;
    if (!this.permits.enter(owner)) {
      this.http.refuse('in_flight');
      return new LetheError('too_many_requests');
    }
    request.permitOwner = owner;
    return undefined;
  }
}

function rateLimitsOf({
  demands,
  metrics,
  logger,
}: Pick<AdmissionOptions, 'demands' | 'metrics' | 'logger'>): RateLimits {
  const throttle = new LogThrottle();
  const onError = (error: unknown) => {
    if (!throttle.isDue()) return;
    logger.warn({ error: describeError(error) }, 'rate limits are not shared with other gateways');
  };
  return new RateLimits({ demands, metrics, onError });
}

function bringsBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}
