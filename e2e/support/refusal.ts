import type { Answer } from './api.js';

/** How long a caller waits at most for the word that something is down, on a machine of its own. */
export const REFUSAL_MS = 2_000;
/** The same where one request out of many met a machine that stood still. */
const SINGLE_REFUSAL_MS = 10_000;

/** The one good way to be refused. */
export const REFUSED_WELL = 'refused in time';

/** @returns `REFUSED_WELL`, or what is wrong with the refusal */
export function describeRefusal({ status, headers, text, durationMs }: Answer): string {
  if (status !== 503) return `${status} ${text}`;
  if (!/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return 'no Retry-After';
  return durationMs > SINGLE_REFUSAL_MS ? `after ${Math.round(durationMs)} ms` : REFUSED_WELL;
}
