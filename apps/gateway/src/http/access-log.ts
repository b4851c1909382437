import type { Logger } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Writes one line when the request has ended, answered or not: the route's pattern and ids of
 * ours. Never the URL, the query or the body: they hold identifiers.
 */
export function logAccess(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  if (!logger.isLevelEnabled('info')) return;
  const startedAt = performance.now();
  reply.raw.once('close', () => {
    logger.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.raw.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
        workspaceId: request.identity?.workspaceId ?? request.dataPlane?.workspaceId,
        namespaceId: request.dataPlane?.namespaceId,
        dataPlane: request.dataPlane?.name,
        ...(reply.raw.writableFinished ? {} : { aborted: true }),
      },
      'request',
    );
  });
}
