import { LetheError } from '@lethe/contracts';
import type { HttpMetrics } from '../http/http-metrics.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOfConsole } from './session/console-request.js';
import type { Scheme } from './credentials.js';

const CHALLENGES: Readonly<Record<Scheme, string>> = {
  Basic: 'Basic realm="lethe", charset="UTF-8"',
  Bearer: 'Bearer realm="lethe"',
};

/**
 * A refusal that names what would be taken. Not Basic to the console: at that word its browser would ask for a password, in a
 * window of its own.
 */
export function challenge(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  schemes: readonly Scheme[],
): LetheError {
  const taken = isOfConsole(request) ? (['Bearer'] as const) : schemes;
  reply.header(
    'www-authenticate',
    taken.map((scheme) => CHALLENGES[scheme]),
  );
  return new LetheError('unauthorized');
}

/** Counts what credentials were refused for. @returns what throws an error on, counted */
export function countRefusals(http: Pick<HttpMetrics, 'refuse'>): (error: unknown) => never {
  return (error) => {
    if (error instanceof LetheError && error.code === 'unauthorized') http.refuse('credentials');
    if (error instanceof LetheError && error.code === 'too_many_requests') {
      http.refuse('failed_credentials');
    }
    throw error;
  };
}
