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
 * Returns a refusal, and lists the accepted schemes in a header. The console does not get the
 * scheme Basic, because the browser would open a password dialog.
 */
export function challenge(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  schemes: readonly Scheme[],
): LetheError {
  const accepted = isOfConsole(request) ? (['Bearer'] as const) : schemes;
  reply.header(
    'www-authenticate',
    accepted.map((scheme) => CHALLENGES[scheme]),
  );
  return new LetheError('unauthorized');
}

/**
 * Returns a function that throws the given error again. If this error refuses credentials, the
 * function counts a refusal first.
 */
export function countRefusals(http: Pick<HttpMetrics, 'refuse'>): (error: unknown) => never {
  return (error) => {
    if (error instanceof LetheError && error.code === 'unauthorized') http.refuse('credentials');
    if (error instanceof LetheError && error.code === 'too_many_requests') {
      http.refuse('failed_credentials');
    }
    throw error;
  };
}
