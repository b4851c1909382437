import { DetailsCollector } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { parseQuery } from './query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';

declare module 'fastify' {
  interface FastifyContextConfig {
    readsQuery?: boolean;
    /** Whether the handler carries out requests with the same `Idempotency-Key` only once. */
    takesIdempotencyKey?: boolean;
  }
}

/**
 * Refuses query parameters and an `Idempotency-Key` that the route ignores. Without this check, the
 * misspelled `?dryrun=true` would suppress a user, and a repeated request would run twice.
 *
 * @throws LetheError `invalid_request`
 */
export function refuseUnexpected(request: FastifyRequest): void {
  const { route } = request;
  const hasQuery = route.readsQuery !== true && request.url.includes('?');
  const hasKey =
    route.takesIdempotencyKey !== true &&
    request.method === 'POST' &&
    request.headers['idempotency-key'] !== undefined;
  if (!hasQuery && !hasKey) return;
  const problems = new DetailsCollector();
  if (hasQuery) reportUnknownNames(parseQuery(request.url), [], 'query parameter', problems);
  if (hasKey) {
    problems.add(
      'Idempotency-Key',
      'works only with POST /v2/regulations. In other requests that create a resource, choose the id of the resource yourself. Then a repeated request gets 409',
    );
  }
  problems.throwIfAny();
}
