import { urlOf } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Header of the console. HTML forms cannot send this header. For a page of another site, the
 * browser sends a CORS preflight request first, and the gateway does not allow the header.
 */
export const CONSOLE_HEADER = 'x-lethe-console';

/** Returns whether the request claims to come from the console. */
export function isOfConsole({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[CONSOLE_HEADER] === '1';
}

/**
 * Returns whether the browser says that a page of this gateway sent the request. Browsers send
 * `Sec-Fetch-Site` from secure pages. From other pages, they send `Origin` with all methods except
 * GET. A page can set neither of these headers.
 */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && host !== undefined && hostOf(origin) === host.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return urlOf(origin)?.host;
}
