import { LetheError } from '@lethe/contracts';
import type { Logger } from '@lethe/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../gateway.config.js';
import { isProbe, logAccess } from './access-log.js';
import { AllowedMethods } from './allowed-methods.js';
import { BodiesInFlight } from './bodies-in-flight.js';
import type { Connections } from './connections.js';
import type { DataPlanePlaces } from './data-plane-places.js';
import type { Drain } from './drain.js';
import type { HttpMetrics } from './http-metrics.js';
import type { RequestDeadlines } from './request-deadlines.js';
import { RequestsInFlight } from './requests-in-flight.js';
import { refuseWithoutEffect } from './request/without-effect.js';
import './streamed-answer.js';
import type { UnreadAnswers } from './unread-answers.js';
import { isUpload, Uploads } from './uploads.js';

const MAX_URL_LENGTH = 8192;
/** Owner of the requests that need no credentials. */
const STRANGERS = '';

/** On every answer of the API: nothing here is a page, and nothing may be kept by a cache. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

export interface RequestHookOptions {
  readonly config: GatewaySettings;
  readonly logger: Logger;
  readonly drain: Drain;
  readonly http: HttpMetrics;
  readonly unread: UnreadAnswers;
  readonly connections: Connections;
  readonly dataPlanes: DataPlanePlaces;
  readonly deadlines: RequestDeadlines;
}

/**
 * What happens to every request before its route: it gets its id and headers, is written down when
 * it ends, and is refused early when the path is unknown or there are too many at once. While it is
 * found out whose it is, and while its body is on its way, it holds no place among those.
 */
export function addRequestHooks(instance: FastifyInstance, options: RequestHookOptions): void {
  const { config, logger, drain, http, unread, connections, dataPlanes, deadlines } = options;
  const requests = new RequestsInFlight(config.LETHE_MAX_IN_FLIGHT);
  const bodies = new BodiesInFlight(config, http);
  const uploads = new Uploads(http);
  http.watch(instance.server, {
    inFlight: () => requests.size,
    limit: config.LETHE_MAX_IN_FLIGHT,
    bodies: () => bodies.size,
  });
  const allowed = new AllowedMethods();
  /** Probes are never refused for want of a place; data planes have places of their own. */
  const enter = (request: FastifyRequest): LetheError | undefined => {
    if (isProbe(request) || request.dataPlane !== undefined) return undefined;
    const refused = requests.enter(request, request.identity?.workspaceId ?? STRANGERS);
    if (refused !== undefined) http.refuse('in_flight');
    return refused;
  };
  instance.decorateRequest('identity', undefined);
  instance.decorateRequest('identifyAgain', undefined);
  instance.decorateRequest('dataPlane', undefined);
  instance.decorateRequest('consoleSession', undefined);
  instance.decorateRequest('storedRequestId', undefined);
  instance.decorateRequest('streamedAt', undefined);
  instance.decorateRequest('placeOf', undefined);
  instance.decorateRequest('bodyBytes', 0);
  instance.addHook('onRoute', ({ url, method }) => {
    allowed.add(url, method);
  });

  instance.addHook('onRequest', (request, reply, done) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id);
    logAccess(logger, request, reply);
    http.count(request, reply);
    const refused = refusal(request, reply, allowed);
    if (refused !== undefined) {
      http.refuse(request.is404 ? 'unknown_path' : 'invalid_target');
      done(refused);
      return;
    }
    done();
  });

  // Authentication runs before this hook, so the credentials are known.
  instance.addHook('preParsing', (request, reply, _payload, done) => {
    const { identity, dataPlane } = request;
    const owner = identity?.tokenId ?? dataPlane?.dataPlaneId;
    if (owner !== undefined) connections.belongsTo(request.raw.socket, owner);
    const refused = identity && unread.refusal(identity.workspaceId);
    if (refused !== undefined) {
      done(refused);
      return;
    }
    if (dataPlane === undefined) done();
    else
      http
        .hold(request, () => dataPlanes.enter(dataPlane.dataPlaneId, request, reply))
        .then(() => {
          done();
        }, done);
  });

  instance.addHook('preParsing', (request, reply, _payload, done) => {
    const { identity, dataPlane } = request;
    // Without credentials there is a body only where somebody signs in.
    if (request.raw.complete || ((identity ?? dataPlane) === undefined && !bringsBody(request))) {
      done(enter(request));
      return;
    }
    if (identity !== undefined && isUpload(request)) {
      const refused = uploads.enter(identity.workspaceId, request, reply);
      if (refused === undefined) bodies.watch(request, reply);
      done(refused);
      return;
    }
    deadlines.watch(request.raw);
    if (identity !== undefined) {
      done(bodies.enter(identity.workspaceId, request, reply));
      return;
    }
    bodies.watch(request, reply);
    done();
  });

  instance.addHook('preValidation', (request, _reply, done) => {
    // Data planes, probes and pages may be asked with more than we know.
    if (request.identity !== undefined) refuseWithoutEffect(request);
    if (!isUpload(request)) bodies.hasCome(request);
    done(request.placeOf === undefined && !isUpload(request) ? enter(request) : undefined);
  });

  instance.addHook('preClose', () => drain.waitForConnections(instance.server));
  instance.addHook('onClose', (_instance, done) => {
    bodies.stop();
    deadlines.stop();
    done();
  });

  // Not onResponse: that never comes for an answer whose connection is gone.
  instance.addHook('onSend', (request, reply, _payload, done) => {
    if (drain.closesConnections) reply.header('connection', 'close');
    requests.leave(request);
    bodies.leave(request);
    deadlines.watch(request.raw); // what is answered already
    request.body = undefined; // the request is in memory as long as its answer waits behind others
    done();
  });
}

function bringsBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

function refusal(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: AllowedMethods,
): LetheError | undefined {
  const { raw } = request;
  const target = raw.url ?? '';
  if (target.length > MAX_URL_LENGTH) return new LetheError('uri_too_long');
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined) {
    return new LetheError('invalid_request', { message: 'The Host header is missing.' });
  }
  // The router would leave out what follows, and we could not say that it has no effect.
  if (target.includes('#')) {
    return new LetheError('invalid_request', { message: 'The request target holds a "#".' });
  }
  const { url } = request.routeOptions;
  if (!request.is404 && !allowed.isAstray(url, request.method, target)) return undefined;
  const methods = allowed.of(target);
  if (methods.length === 0)
    return new LetheError('not_found', { message: 'There is no such path.' });
  reply.header('allow', methods.join(', '));
  return new LetheError('method_not_allowed');
}
