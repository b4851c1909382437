import { oneOf } from '../../lib/search.js';

/** How is looked for, and never for whom: URLs are logged. */
export interface UsersSearch {
  readonly by?: 'prefix';
}

export function usersSearch(search: Record<string, unknown>): UsersSearch {
  const by = oneOf(['prefix'], search.by);
  return by === undefined ? {} : { by };
}
