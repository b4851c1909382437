import type { Logger } from '@lethe/observability';
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
 * Logs one line when a request ends, whether it was answered or not. The line has the route
 * pattern, the caller and ids of Lethe. Lines of probes have the level debug, because probes come
 * every few seconds. URL, query and body are never logged, because they contain identifiers of
 * users.
 */
export function logAccess(logger: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const level = isProbe(request) ? 'debug' : 'info';
  const isLogged = logger.isLevelEnabled(level);
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
  // Runs before the span ends, so that the line has the ids of the span.
  reply.raw.prependOnceListener('close', () => {
    if (isLogged && request.span !== undefined) request.span.run(write);
    else if (isLogged) write();
    if ((request.identifiersShown ?? 0) > 0) logShown(logger, request);
  });
}

/** Logs at a level that is on by default, because operators must learn who viewed identifiers. */
function logShown(logger: Logger, request: FastifyRequest): void {
  logger.warn(
    {
      requestId: request.id,
      workspaceId: request.identity?.workspaceId,
      actor: request.identity?.name,
      route: request.routeOptions.url ?? 'unknown',
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

export function isProbe({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === '/livez' || url === '/readyz';
}
