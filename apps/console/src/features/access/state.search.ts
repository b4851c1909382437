import type { StateSearch } from '../../api/access.js';
import { among, searchOf } from '../../lib/search.js';

export const stateSearch = searchOf({
  state: among<NonNullable<StateSearch['state']>>(['expired', 'revoked', 'all']),
});
