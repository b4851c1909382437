import { outsideTraces, type Logger } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Request id that the database stores with the regulations of this request. */
    storedRequestId: string | undefined;
    /** Number of users whose identifiers are unmasked in the answer. */
    identifiersShown: number | undefined;
    /**
     * Time by `performance.now()` at which an answer without a planned end began. The duration of
     * the request ends at this time. Set it before the answer is sent.
     */
    streamedAt: number | undefined;
  }
}

/**
 * Logs the end of a request, whether it was answered or not. The line has the route pattern, the
 * caller and ids of Lethe. Lines of probes have the level debug, because probes come every few
 * seconds. URL, query and body are never logged, because they contain identifiers of users. Call it
 * before the span ends, so that the line has the ids of the span.
 *
 * @param route pattern of the route
 * @param durationMs milliseconds from the headers of the request to its end
 */
export function logAccess(
  logger: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  { route, durationMs }: { readonly route: string; readonly durationMs: number },
): void {
  const level = isProbe(route) ? 'debug' : 'info';
  if (logger.isLevelEnabled(level)) {
    const { identity, dataPlane } = request;
    const fields = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.raw.statusCode,
      durationMs: Math.round(durationMs * 100) / 100,
      workspaceId: identity?.workspaceId ?? dataPlane?.workspaceId,
      namespaceId: dataPlane?.namespaceId,
      dataPlane: dataPlane?.name,
      actor: identity?.name,
      id: idOfResource(request, reply),
      storedRequestId: request.storedRequestId,
      aborted: isAnswered(request, reply) ? undefined : true,
    };
    inSpan(request.span, () => {
      logger[level](fields, 'request');
    });
  }
  if ((request.identifiersShown ?? 0) > 0) {
    inSpan(request.span, () => {
      logShown(logger, request, route);
    });
  }
}

/** Writes a line with the ids of the request's span, whichever request the connection has now. */
function inSpan(span: FastifyRequest['span'], write: () => void): void {
  if (span === undefined) outsideTraces(write);
  else span.run(write);
}

/** Logs at a level that is on by default, because operators must learn who viewed identifiers. */
function logShown(logger: Logger, request: FastifyRequest, route: string): void {
  logger.warn(
    {
      requestId: request.id,
      workspaceId: request.identity?.workspaceId,
      actor: request.identity?.name,
      route,
      users: request.identifiersShown,
    },
    'identifiers of users were shown unmasked',
  );
}

/**
 * Returns the id in the path, or the id of the created resource. Returns an id only after a
 * success, because the path of a failed request can contain any text.
 */
function idOfResource(request: FastifyRequest, reply: FastifyReply): string | undefined {
  if (request.identity === undefined || reply.raw.statusCode >= 300) return undefined;
  const { id } = request.params as { readonly id?: string };
  return id ?? reply.getHeader('location')?.toString().split('/').at(-1);
}

/** Returns whether the caller got an answer, or the beginning of a stream. */
export function isAnswered({ streamedAt }: FastifyRequest, { raw }: FastifyReply): boolean {
  return raw.writableFinished || streamedAt !== undefined;
}

/** @param route pattern of the route */
export function isProbe(route: string | undefined): boolean {
  return route === '/livez' || route === '/readyz';
}
