import type { StateSearch } from '../../api/access.js';
import { among, searchOf } from '../../lib/search.js';

export const stateSearch = searchOf<StateSearch>({ state: among(['expired', 'revoked', 'all']) });
