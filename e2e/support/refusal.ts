import type { Answer } from './api.js';

/**
 * On an idle machine a caller waits at most 2 s for the answer that something is down. Here it is ten times as much
 * (0.75 s was seen on a busy one), and less than the 30 s that a request may take where nothing refuses it.
 */
export const REFUSAL_MS = 20_000;

/** The one good way to be refused. */
export const REFUSED_WELL = 'refused in time';

/** @returns `REFUSED_WELL`, or what is wrong with the refusal */
export function describeRefusal({ status, headers, text, durationMs }: Answer): string {
  if (status !== 503) return `${status} ${text}`;
  if (!/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return 'no Retry-After';
  return durationMs > REFUSAL_MS ? `after ${Math.round(durationMs)} ms` : REFUSED_WELL;
}
