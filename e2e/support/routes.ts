import { IDS } from './workspaces.js';

/** A valid request, and what it cannot be answered without (beside PostgreSQL). */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly needs: 'regulation service' | 'catalog';
}

const SOME_ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';
const users = [{ userId: 'refused' }];
const regulations = '/v2/regulations';

/** Every route that serves data. */
export const ROUTES: readonly Route[] = [
  { method: 'POST', path: regulations, body: { regulationType: 'suppress', users } },
  {
    method: 'POST',
    path: regulations,
    body: { regulationType: 'suppress_with_delete', destinationIds: [IDS.hook], users },
  },
  { method: 'GET', path: regulations },
  { method: 'GET', path: `${regulations}?user_id=refused` },
  { method: 'GET', path: `${regulations}/${SOME_ID}` },
  { method: 'DELETE', path: `${regulations}/${SOME_ID}` },
]
  .map((route): Route => ({ ...route, needs: 'regulation service' }))
  .concat(
    [
      '/v2/sources',
      `/v2/sources/${IDS.web}`,
      '/v2/destinations',
      `/v2/destinations/${IDS.hook}`,
    ].map((path) => ({ method: 'GET', path, needs: 'catalog' })),
  );

/** Whether a route is one of an operation like `GET /v2/sources/{id}`. */
export function serves(operation: string): (route: Route) => boolean {
  const pattern = new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return ({ method, path }) => pattern.test(`${method} ${path.replace(/\?.*/, '')}`);
}
