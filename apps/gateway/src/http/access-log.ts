import type { Logger } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the database knows the regulations of this request by. */
    storedRequestId: string | undefined;
    /** Of how many users the answer shows the identifiers as they are. */
    identifiersShown: number | undefined;
    /** When an answer began that goes on until one of the two leaves (`performance.now()`): the request took until then. To be set before it is sent. */
    streamedAt: number | undefined;
  }
}

/**
 * Writes one line when the request has ended, answered or not: the route's pattern, who asked, and
 * ids of ours. The lines of probes, which come every few seconds, are at level debug. Never the URL,
 * the query or the body: they hold identifiers.
 */
export function logAccess(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if ((request.identifiersShown ?? 0) > 0) logShown(logger, request);
  });
  const level = isProbe(request) ? 'debug' : 'info';
  if (!logger.isLevelEnabled(level)) return;
  const startedAt = performance.now();
  const write = (): void => {
    logger[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.raw.statusCode,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
        workspaceId: request.identity?.workspaceId ?? request.dataPlane?.workspaceId,
        namespaceId: request.dataPlane?.namespaceId,
        dataPlane: request.dataPlane?.name,
        actor: request.identity?.name,
        id: idOfResource(request, reply),
        storedRequestId: request.storedRequestId,
        ...(isAnswered(request, reply) ? {} : { aborted: true }),
      },
      'request',
    );
  };
  // Before the span ends, so that the line has its ids.
  reply.raw.prependOnceListener('close', () => {
    if (request.span === undefined) write();
    else request.span.run(write);
  });
}

/** At the level that every app usually writes: whoever runs Lethe is to know who looked at whom. */
function logShown(logger: Logger, request: FastifyRequest): void {
  logger.warn(
    {
      requestId: request.id,
      workspaceId: request.identity?.workspaceId,
      actor: request.identity?.name,
      route: request.routeOptions.url ?? 'unknown',
      users: request.identifiersShown,
    },
    'identifiers of users were shown as they are',
  );
}

/** The id in the path, or of what was made. Only after a success: a path may hold anything. */
function idOfResource(request: FastifyRequest, reply: FastifyReply): string | undefined {
  if (request.identity === undefined || reply.raw.statusCode >= 300) return undefined;
  const { id } = request.params as { readonly id?: string };
  return id ?? reply.getHeader('location')?.toString().split('/').at(-1);
}

/** Whether the caller got an answer, or the beginning of one that has no end of its own. */
export function isAnswered({ streamedAt }: FastifyRequest, { raw }: FastifyReply): boolean {
  return raw.writableFinished || streamedAt !== undefined;
}

/** Whether the request asks how the gateway is. */
export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/livez' || url === '/readyz';
}
