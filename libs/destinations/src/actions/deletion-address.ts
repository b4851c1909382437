/** Where an integration writes a user's id as it is, without escaping it for that place. */
type Place = 'path' | 'query' | 'graphql';

/** Found by reading every `onDelete` of the library; an id with a `/`, `&` or `"` would name another user. */
const UNESCAPED: Readonly<Record<string, Place>> = {
  APP_FIT: 'path',
  CALLIPER_CLOUD_ACTIONS: 'path',
  CUSTOMERIO: 'path',
  ENCHARGE_CLOUD_ACTIONS: 'query',
  RECOMBEE: 'path',
  STACKADAPT_AUDIENCES: 'graphql',
};

/**
 * Types whose address names the user: 404 says that the user is not known there. Where the user is in the
 * body, it says that the address is wrong.
 */
const ADDRESSED = new Set([
  'APP_FIT',
  'CALLIPER_CLOUD_ACTIONS',
  'CUSTOMERIO',
  'ENCHARGE_CLOUD_ACTIONS',
  'FULLSTORY_CLOUD',
  'RECOMBEE',
]);

/**
 * Escapes an id for the place where the integration of a type puts it.
 *
 * @param type of the destination
 * @returns what the integration gets, or `undefined` for an id that no escape brings into the place
 */
export function addressedId(type: string, id: string): string | undefined {
  const place = UNESCAPED[type];
  if (place === undefined) return id;
  if (place === 'graphql') return JSON.stringify(id).slice(1, -1);
  // Browsers and clients take `.` and `..` for steps in a path, escaped or not.
  if (place === 'path' && (id === '.' || id === '..')) return undefined;
  return encodeURIComponent(id);
}

/** @returns whether a type's 404 says that the user is not there */
export function namesUserInAddress(type: string): boolean {
  return ADDRESSED.has(type);
}
