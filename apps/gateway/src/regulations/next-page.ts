import type { Query } from '../http/query-string.js';

const REPEATED = ['limit', 'user_id', 'regulation_type', 'canceled'] as const;

/** Relative path of the next page: the new cursor, and the caller's filters as they were. */
export function nextPage(query: Query, cursor: string): string {
  const parameters = new URLSearchParams({ after_cursor: cursor });
  for (const name of REPEATED) {
    const value = query[name];
    if (typeof value === 'string') parameters.set(name, value);
  }
  return `/v2/regulations?${parameters.toString()}`;
}
