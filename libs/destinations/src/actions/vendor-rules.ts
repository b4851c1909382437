import type { CapturedRequest } from './actions-task.js';

/** Special rules for deletions at destinations of a type. */
interface VendorRules {
  /** Part of the request in which the integration does not escape the user id. */
  readonly unescapedIn?: 'path' | 'query' | 'graphql';
  /**
   * Set if the URL contains the user. In this case, 404 means an unknown user. If the URL does not
   * contain the user, 404 means a wrong URL.
   */
  readonly namesUser?: true;
  /** Members that Lethe adds to the body of the request. */
  readonly added?: Readonly<Record<string, unknown>>;
}

/**
 * These rules follow from the code of every `onDelete` of the library. An unescaped id with `/`,
 * `&` or `"` could delete a different user.
 */
const VENDORS: Readonly<Record<string, VendorRules>> = {
  // Without this member, Amplitude refuses a request with an unknown user. Lethe treats an unknown
  // user as deleted. https://amplitude.com/docs/apis/analytics/user-privacy
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
 * Escapes an id for its position in the request of an integration.
 *
 * @param type type of the destination
 * @returns the escaped id, or `undefined` if the id cannot be escaped there
 */
export function addressedId(type: string, id: string): string | undefined {
  const unescapedIn = VENDORS[type]?.unescapedIn;
  if (unescapedIn === undefined) return id;
  if (unescapedIn === 'graphql') return JSON.stringify(id).slice(1, -1);
  // HTTP clients treat `.` and `..` as steps in a path, even when they are escaped.
  if (unescapedIn === 'path' && (id === '.' || id === '..')) return undefined;
  return encodeURIComponent(id);
}

/** Returns whether the status 404 means an unknown user at destinations of a type. */
export function namesUserInAddress(type: string): boolean {
  return VENDORS[type]?.namesUser === true;
}

/**
 * Returns the request with the members that Lethe adds for the vendor.
 *
 * @param request if members are added, its body must be a JSON object
 */
export function amendRequest(type: string, request: CapturedRequest): CapturedRequest {
  const added = VENDORS[type]?.added;
  if (added === undefined || request.body === undefined) return request;
  const body = JSON.parse(request.body) as Readonly<Record<string, unknown>>;
  return { ...request, body: JSON.stringify({ ...body, ...added }) };
}
