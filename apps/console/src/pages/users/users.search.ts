import { among, searchOf } from '../../lib/search.js';

/** How is looked for, and never for whom: URLs are logged. */
export const usersSearch = searchOf<{ readonly by?: 'prefix' }>({ by: among(['prefix']) });
