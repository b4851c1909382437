import { outsideTraces, RequestSpan, shownMethod, type Tracing } from '@lethe/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAnswered, isProbe } from './access-log.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Span of the request; absent for probes, and if the request is not traced. */
    span: RequestSpan | undefined;
  }
}

/**
 * Adds a span to every request except probes. The span lasts from the headers of the request to the
 * end of the answer. It contains the route pattern, but never the URL, the query or an id of the
 * caller. Call this function before any other hook is added.
 */
export function addTracing(instance: FastifyInstance, tracing: Tracing): void {
  instance.decorateRequest('span', undefined);
  if (!tracing.isOn) return;
  instance.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    if (isProbe(route)) {
      done();
      return;
    }
    const span = begin(request, route, tracing);
    if (span === undefined) {
      outsideTraces(done);
      return;
    }
    request.span = span;
    reply.raw.once('close', () => {
      if (request.streamedAt === undefined) end(span, request, reply);
    });
    span.run(done);
  });
  // A streamed answer has no planned end, so its span ends when the answer begins.
  instance.addHook('onSend', (request, reply, _payload, done) => {
    if (request.span !== undefined && request.streamedAt !== undefined) {
      end(request.span, request, reply);
    }
    done();
  });
  // While a request waits for its body, the context of the connection becomes active. This hook
  // sets the context of the request again.
  instance.addHook('preValidation', ({ span }, _reply, done) => {
    if (span === undefined) outsideTraces(done);
    else span.run(done);
  });
}

function begin(
  request: FastifyRequest,
  route: string | undefined,
  { followsCallers }: Tracing,
): RequestSpan | undefined {
  const method = shownMethod(request.method);
  return RequestSpan.start(
    route === undefined ? method : `${method} ${route}`,
    { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) },
    request.headers.traceparent,
    followsCallers,
  );
}

function end(span: RequestSpan, request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode } = reply.raw;
  const workspaceId = request.identity?.workspaceId ?? request.dataPlane?.workspaceId;
  if (workspaceId !== undefined) span.note({ 'lethe.workspace.id': workspaceId });
  if (isAnswered(request, reply)) {
    span.note({ 'http.response.status_code': statusCode });
    if (statusCode >= 500) span.fail(String(statusCode));
  } else span.fail('client_closed');
  span.end();
}
