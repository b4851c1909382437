import type { CapturedRequest } from './actions-task.js';

/** What is special about the deletions of a type. */
interface VendorRules {
  /** Where its integration writes a user's id as it is, without escaping it for that place. */
  readonly unescapedIn?: 'path' | 'query' | 'graphql';
  /** Its address names the user: 404 says that the user is not known there. Otherwise the address is wrong. */
  readonly namesUser?: true;
  /** Members that the vendor's API takes beside those that the integration sends. */
  readonly added?: Readonly<Record<string, unknown>>;
}

/** Found by reading every `onDelete` of the library; an id with a `/`, `&` or `"` would name another user. */
const VENDORS: Readonly<Record<string, VendorRules>> = {
  // It refuses a user whom it does not know, unless it is told to pass over such users
  // (https://amplitude.com/docs/apis/analytics/user-privacy): not known is deleted.
  AMPLITUDE: { added: { ignore_invalid_id: 'True' } },
  APP_FIT: { unescapedIn: 'path', namesUser: true },
  CALLIPER_CLOUD_ACTIONS: { unescapedIn: 'path', namesUser: true },
  CUSTOMERIO: { unescapedIn: 'path', namesUser: true },
  ENCHARGE_CLOUD_ACTIONS: { unescapedIn: 'query', namesUser: true },
  FULLSTORY_CLOUD: { namesUser: true },
  RECOMBEE: { unescapedIn: 'path', namesUser: true },
  STACKADAPT_AUDIENCES: { unescapedIn: 'graphql' },
};

/**
 * Escapes an id for the place where the integration of a type puts it.
 *
 * @param type of the destination
 * @returns what the integration gets, or `undefined` for an id that no escape brings into the place
 */
export function addressedId(type: string, id: string): string | undefined {
  const place = VENDORS[type]?.unescapedIn;
  if (place === undefined) return id;
  if (place === 'graphql') return JSON.stringify(id).slice(1, -1);
  // Browsers and clients take `.` and `..` for steps in a path, escaped or not.
  if (place === 'path' && (id === '.' || id === '..')) return undefined;
  return encodeURIComponent(id);
}

/** @returns whether a type's 404 says that the user is not there */
export function namesUserInAddress(type: string): boolean {
  return VENDORS[type]?.namesUser === true;
}

/**
 * @param asked whose body is a JSON object, for types to which something is added
 * @returns the request as the vendor gets it
 */
export function amendRequest(type: string, asked: CapturedRequest): CapturedRequest {
  const added = VENDORS[type]?.added;
  if (added === undefined || asked.body === undefined) return asked;
  const body = JSON.parse(asked.body) as Readonly<Record<string, unknown>>;
  return { ...asked, body: JSON.stringify({ ...body, ...added }) };
}
