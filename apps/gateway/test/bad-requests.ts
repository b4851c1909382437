import { askedOfTheService, type World } from './bad-requests/asked-of-the-service.js';
import { BODIES, MEDIA_TYPES } from './bad-requests/bodies.js';
import { DATA_PLANES } from './bad-requests/data-planes.js';
import { DELETIONS } from './bad-requests/deletions.js';
import { CREDENTIALS, HEADERS, SCOPES } from './bad-requests/headers.js';
import { LOOKUPS } from './bad-requests/lookups.js';
import { MANAGEMENT } from './bad-requests/management.js';
import { PATHS } from './bad-requests/paths.js';
import { QUERIES } from './bad-requests/queries.js';
import { SHAPES, TARGETS } from './bad-requests/regulations.js';
import type { BadRequest } from './bad-requests/row.js';
import { USER_OBJECTS } from './bad-requests/users.js';

export type { World } from './bad-requests/asked-of-the-service.js';
export type { BadRequest } from './bad-requests/row.js';

/** Requests that the gateway refuses without the regulation service. */
export const BAD_REQUESTS: readonly BadRequest[] = [
  ...BODIES,
  ...MEDIA_TYPES,
  ...SHAPES,
  ...TARGETS,
  ...USER_OBJECTS,
  ...HEADERS,
  ...QUERIES,
  ...PATHS,
  ...CREDENTIALS,
  ...SCOPES,
  ...LOOKUPS,
  ...MANAGEMENT,
  ...DELETIONS,
  ...DATA_PLANES,
];

/** Returns all bad requests, for a system in which the ids of `world` exist. */
export function badRequests(world: World): readonly BadRequest[] {
  return [...BAD_REQUESTS, ...askedOfTheService(world)];
}
