import { DetailsCollector } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { parseQuery } from './query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';

declare module 'fastify' {
  interface FastifyContextConfig {
    readsQuery?: boolean;
    /** The handler does a request that comes again with its `Idempotency-Key` once. */
    takesIdempotencyKey?: boolean;
  }
}

/**
 * Refuses what a caller would believe to have an effect: `?dryrun=true` would suppress a user, and
 * a repeat would do something twice.
 *
 * @throws LetheError `invalid_request` naming it
 */
export function refuseUnexpected(request: FastifyRequest): void {
  const { config } = request.routeOptions;
  const problems = new DetailsCollector();
  if (config.readsQuery !== true && request.url.includes('?')) {
    reportUnknownNames(parseQuery(request.url), [], 'query parameter', problems);
  }
  const hasKey = request.method === 'POST' && request.headers['idempotency-key'] !== undefined;
  if (hasKey && config.takesIdempotencyKey !== true) {
    problems.add(
      'Idempotency-Key',
      'is taken by POST /v2/regulations only; where something is made, give it an id of your own, and a repeat is a 409',
    );
  }
  problems.throwIfAny();
}
