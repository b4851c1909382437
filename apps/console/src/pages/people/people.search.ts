import { oneOf } from '../../lib/search.js';

/** How is looked for, and never for whom: URLs are logged. */
export interface PeopleSearch {
  readonly by?: 'prefix';
}

export function peopleSearch(search: Record<string, unknown>): PeopleSearch {
  const by = oneOf(['prefix'], search.by);
  return by === undefined ? {} : { by };
}
