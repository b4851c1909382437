import type { Answer } from './api.js';

/**
 * On an idle machine a caller gets a refusal within 2 s if something is down. This is ten times as
 * much (0.75 s was measured on a busy machine), and less than the 30 s of a request that is not
 * refused.
 */
export const REFUSAL_MS = 20_000;

/** The only correct refusal. */
export const REFUSED_WELL = 'refused in time';

/** @returns `REFUSED_WELL`, or the fault of the refusal */
export function describeRefusal({ status, headers, text, durationMs }: Answer): string {
  if (status !== 503) return `${status} ${text}`;
  if (!/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return 'no Retry-After';
  return durationMs > REFUSAL_MS ? `after ${Math.round(durationMs)} ms` : REFUSED_WELL;
}
