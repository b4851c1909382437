import { among, searchOf } from '../../lib/search.js';

/**
 * The kind of search. The URL must not contain the searched identifier, because URLs are logged.
 */
export const usersSearch = searchOf({ by: among(['prefix']) });
