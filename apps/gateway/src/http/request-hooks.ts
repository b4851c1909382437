import { LetheError } from '@lethe/contracts';
import type { Logger } from '@lethe/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProbe, logAccess } from './access-log.js';
import { AllowedMethods } from './allowed-methods.js';
import type { BodiesInFlight } from './bodies-in-flight.js';
import { connectionsEnd } from './connections-end.js';
import type { InFlight } from './in-flight.js';
import { API_HEADERS } from './security-headers.js';
import { refuseWithoutEffect } from './without-effect.js';

const MAX_URL_LENGTH = 8192;

export interface RequestHookOptions {
  readonly logger: Logger;
  readonly inFlight: InFlight;
  readonly bodies: BodiesInFlight;
  /** Milliseconds that unused connections are kept at the end. */
  readonly drainTimeoutMs: number;
}

/**
 * What happens to every request before its route: it gets its id and headers, is written down when
 * it ends, and is refused early when the path is unknown or there are too many at once. While its
 * body is on its way, it holds no place among those.
 */
export function addRequestHooks(instance: FastifyInstance, options: RequestHookOptions): void {
  const { logger, inFlight, bodies } = options;
  const allowed = new AllowedMethods();
  instance.decorateRequest('identity', undefined);
  instance.decorateRequest('dataPlane', undefined);
  instance.decorateRequest('storedRequestId', undefined);
  instance.decorateRequest('holdsPlace', false);
  instance.addHook('onRoute', ({ url, method }) => {
    allowed.add(url, method);
  });

  instance.addHook('onRequest', (request, reply, done) => {
    reply.headers(API_HEADERS).header('x-request-id', request.id);
    logAccess(logger, request, reply);
    done(refusal(request, reply, allowed) ?? takePlace(request, inFlight));
  });

  // The credentials are known now.
  instance.addHook('preParsing', (request, reply, _payload, done) => {
    const owner = request.identity?.tokenId ?? request.dataPlane?.dataPlaneId;
    if (request.raw.complete || owner === undefined) {
      done();
      return;
    }
    leavePlace(request, inFlight);
    const fits = bodies.enter(owner, request, reply);
    done(
      fits
        ? null
        : new LetheError('too_many_requests', {
            message: 'Too many bodies of requests with these credentials are arriving at once.',
          }),
    );
  });

  instance.addHook('preValidation', (request, _reply, done) => {
    // Data planes, probes and pages may be asked with more than we know.
    if (request.identity !== undefined) refuseWithoutEffect(request);
    bodies.leave(request);
    done(request.holdsPlace ? undefined : takePlace(request, inFlight));
  });

  let closing = false;
  instance.addHook('preClose', async () => {
    closing = true;
    await connectionsEnd(instance.server, options.drainTimeoutMs);
  });
  instance.addHook('onClose', (_instance, done) => {
    bodies.stop();
    done();
  });

  // Not onResponse: that never comes for an answer whose connection is gone.
  instance.addHook('onSend', (request, reply, _payload, done) => {
    // Otherwise a connection that is in use when we stop would be kept open for the next request.
    if (closing) reply.header('connection', 'close');
    leavePlace(request, inFlight);
    bodies.leave(request);
    done();
  });
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
  if (!request.is404) return undefined;
  const methods = allowed.of(target);
  if (methods.length === 0)
    return new LetheError('not_found', { message: 'There is no such path.' });
  reply.header('allow', methods.join(', '));
  return new LetheError('method_not_allowed');
}

function takePlace(request: FastifyRequest, inFlight: InFlight): LetheError | undefined {
  if (isProbe(request)) return undefined;
  if (!inFlight.enter()) return new LetheError('too_many_requests');
  request.holdsPlace = true;
  return undefined;
}

function leavePlace(request: FastifyRequest, inFlight: InFlight): void {
  if (request.holdsPlace) inFlight.leave();
  request.holdsPlace = false;
}
