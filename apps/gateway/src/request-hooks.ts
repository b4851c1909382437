import { LetheError } from '@lethe/contracts';
import type { Logger } from '@lethe/observability';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Admission } from './admission/admission.js';
import { logAccess } from './http/access-log.js';
import { AllowedMethods } from './http/allowed-methods.js';
import type { Drain } from './http/drain.js';
import type { HttpMetrics } from './http/http-metrics.js';
import { refuseUnexpected } from './http/request/unexpected-query-or-key.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Configuration of the route, and its pattern. `routeOptions` of Fastify creates an object each
     * time. `url` is absent if no route has the path.
     */
    route: FastifyContextConfig & { readonly url?: string };
  }
}

const MAX_URL_LENGTH = 8192;

/** Headers of every answer of the API. Answers are not pages, and must not be cached. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

export interface RequestHookOptions {
  readonly admission: Admission;
  readonly logger: Logger;
  readonly drain: Drain;
  readonly http: HttpMetrics;
}

/**
 * Adds the hooks of all routes. They set the request id and headers, log the end of each request,
 * and refuse unknown paths and excess requests early.
 */
export function addRequestHooks(instance: FastifyInstance, options: RequestHookOptions): void {
  const { admission, logger, drain, http } = options;
  const allowed = new AllowedMethods();
  instance.decorateRequest('route');
  instance.decorateRequest('identity', undefined);
  instance.decorateRequest('dataPlane', undefined);
  instance.decorateRequest('consoleSession', undefined);
  instance.decorateRequest('storedRequestId', undefined);
  instance.decorateRequest('streamedAt', undefined);
  instance.decorateRequest('permitOwner', undefined);
  instance.decorateRequest('bodyBytes', 0);
  instance.addHook('onRoute', ({ url, method }) => {
    allowed.add(url, method);
  });

  instance.addHook('onRequest', (request, reply, done) => {
    request.route = request.routeOptions.config;
    reply.headers(API_HEADERS).header('x-request-id', request.id);
    const startedAt = performance.now();
    // The first listener, so that the log line is written before the span ends.
    reply.raw.prependListener('close', () => {
      const durationMs = performance.now() - startedAt;
      const { url: route = 'unknown' } = request.routeOptions; // another one after `callNotFound`
      logAccess(logger, request, reply, { route, durationMs });
      http.count(request, reply, { route, startedAt, durationMs });
    });
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
    admission.enter(request, reply, done);
  });

  instance.addHook('preValidation', (request, _reply, done) => {
    // Requests of data planes, probes and requests for pages can have unknown parameters.
    if (request.identity !== undefined) refuseUnexpected(request);
    done(admission.bodyHasCome(request));
  });

  instance.addHook('preClose', () => drain.waitForConnections(instance.server));

  // Uses `onSend`, because `onResponse` does not run if the connection is closed.
  instance.addHook('onSend', (request, reply, _payload, done) => {
    if (drain.closesConnections) reply.header('connection', 'close');
    admission.leave(request);
    request.body = undefined; // the request stays in memory while its answer waits
    done();
  });
}

/** Returns whether the route has no parameters, so that no other route is more specific. */
function isExact({ route: { url = '*' } }: FastifyRequest): boolean {
  return !url.includes(':') && !url.includes('*');
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
  // Refused here, because the router drops the text after #, and a later check would not see it.
  if (target.includes('#')) {
    return new LetheError('invalid_request', {
      message: 'The request target has a "#". Encode it as %23.',
    });
  }
  if (!request.is404 && (isExact(request) || !allowed.isAstray(request.method, target)))
    return undefined;
  const methods = allowed.of(target);
  if (methods.length === 0)
    return new LetheError('not_found', { message: 'There is no such path.' });
  reply.header('allow', methods.join(', '));
  return new LetheError('method_not_allowed');
}
