import { urlOf } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

/** A header of our own. No form can send it, and no other site may without asking us first, to which we say nothing. */
export const CONSOLE_HEADER = 'x-lethe-console';

/** Whether the request says that it comes from the console. */
export function isOfConsole({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[CONSOLE_HEADER] === '1';
}

/**
 * Whether a page of ours sent the request, as its browser says it. Browsers send `Sec-Fetch-Site` where a page was fetched
 * safely, and pages can't set either header; from others `Origin` is asked, which comes with all but GET.
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
