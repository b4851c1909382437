import { ApiFailure } from '../api/api-failure.js';
import type { RefusedRow, UserAtLine } from './chunks.js';

const USER = /^users\[(\d+)\](?:\.(.*))?$/s;

/**
 * The rows that an answer refuses. It names 50 at most, so there may be more.
 *
 * @param users as they were sent
 * @returns none when it is about something else, too: then no row is to blame
 */
export function refusedRows(error: unknown, users: readonly UserAtLine[]): RefusedRow[] {
  if (!(error instanceof ApiFailure) || error.code !== 'invalid_request') return [];
  const reasons = new Map<number, string[]>();
  for (const [path, problem] of Object.entries(error.details)) {
    const [, index, member] = USER.exec(path) ?? [];
    const at = index === undefined ? undefined : users[Number(index)];
    if (at === undefined) return [];
    const reason = member === undefined ? problem : `${member}: ${problem}`;
    reasons.set(at.line, [...(reasons.get(at.line) ?? []), reason]);
  }
  return [...reasons].map(([line, all]) => ({ line, reason: all.join('; ') }));
}
