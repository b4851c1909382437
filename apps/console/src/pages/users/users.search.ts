import { among, searchOf } from '../../lib/search.js';

/** How is looked for, and never for whom: URLs are logged. */
export const usersSearch = searchOf({ by: among(['prefix']) });
