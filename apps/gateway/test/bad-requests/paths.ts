import { type BadRequest, REGULATIONS, INVALID, NOT_FOUND, get } from './row.js';

export const PATHS: readonly BadRequest[] = [
  get('an unknown path', '/v2/regulation', NOT_FOUND),
  get('an unknown version', '/v1/regulations', NOT_FOUND),
  get('a malformed id', `${REGULATIONS}/42`, NOT_FOUND),
  get('an id with U+0000', `${REGULATIONS}/a%00b`, NOT_FOUND),
  get('an id of 4,000 characters', `${REGULATIONS}/${'a'.repeat(4_000)}`, NOT_FOUND),
  get('an id with path traversal', `${REGULATIONS}/..%2F..%2Fetc%2Fpasswd`, NOT_FOUND),
  get('an id in broken UTF-8', `${REGULATIONS}/%C3%28`, INVALID),
  get('a broken percent-encoding in the path', `${REGULATIONS}/%zz`, INVALID),
  get('a URL of 9,000 characters', `${REGULATIONS}?user_id=${'a'.repeat(9_000)}`, {
    status: 414,
    code: 'uri_too_long',
  }),
  {
    name: 'cancelling a malformed id',
    method: 'DELETE',
    path: `${REGULATIONS}/not-an-id`,
    ...NOT_FOUND,
    knownBy: 'gateway',
  },
  ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => ({
    name: `${method} on the collection`,
    method,
    path: REGULATIONS,
    status: 405,
    code: 'method_not_allowed',
    knownBy: 'gateway' as const,
  })),
];
