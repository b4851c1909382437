import type { Answer } from './api.js';

/**
 * Maximum time until a refusal when a dependency is down. A refusal should take less than 2 s on an
 * idle machine, and it took 0.75 s on a busy one. The maximum is less than the 30 s after which a
 * request times out without a refusal.
 */
export const REFUSAL_MS = 20_000;

export const REFUSED_WELL = 'refused in time';

/** @returns `REFUSED_WELL`, or what is wrong with the refusal */
export function describeRefusal({ status, headers, text, durationMs }: Answer): string {
  if (status !== 503) return `${status} ${text}`;
  if (!/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return 'no Retry-After';
  return durationMs > REFUSAL_MS ? `after ${Math.round(durationMs)} ms` : REFUSED_WELL;
}
