import { IDS } from './workspaces.js';

/** A valid request, and the dependencies that it needs beside PostgreSQL. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly needs: 'regulation service' | 'catalog' | 'catalog, to write' | 'cached token';
}

const SOME_ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';
const users = [{ userId: 'refused' }];
const regulations = '/v2/regulations';
const source = { name: 'Site', type: 'Javascript' };
const destination = { name: 'Hook', type: 'WEBHOOK' };
const connection = { sourceId: IDS.app, destinationId: IDS.hook };
const transformation = `/v2/destinations/${IDS.hook}/transformation`;

const testCase = { name: 'A case', event: {}, expected: [] };
const TEST_CASES = ['/transformations/tr_1', `/v2/destinations/${IDS.hook}`].flatMap((owner) => {
  const path = `${owner}/test-cases`;
  return [
    { method: 'GET', path },
    { method: 'POST', path, body: testCase },
    { method: 'GET', path: `${path}/case_1` },
    { method: 'PUT', path: `${path}/case_1`, body: testCase },
    { method: 'PATCH', path: `${path}/case_1`, body: { expected: [] } },
    { method: 'DELETE', path: `${path}/case_1` },
    { method: 'POST', path: `${path}/run`, body: {} },
  ];
});

/** Requests that change or read the catalog, tokens and data planes. */
const EDITING: readonly Omit<Route, 'needs'>[] = [
  { method: 'POST', path: '/v2/sources', body: source },
  { method: 'PUT', path: `/v2/sources/${IDS.web}`, body: source },
  { method: 'PATCH', path: `/v2/sources/${IDS.web}`, body: { name: 'Site' } },
  { method: 'DELETE', path: `/v2/sources/${IDS.web}` },
  { method: 'POST', path: '/v2/destinations', body: destination },
  { method: 'PUT', path: `/v2/destinations/${IDS.hook}`, body: destination },
  { method: 'PATCH', path: `/v2/destinations/${IDS.hook}`, body: { name: 'Hook' } },
  { method: 'DELETE', path: `/v2/destinations/${IDS.hook}` },
  { method: 'GET', path: transformation },
  { method: 'PUT', path: transformation, body: { id: 'tr' } },
  { method: 'DELETE', path: transformation },
  { method: 'GET', path: '/v2/connections' },
  { method: 'POST', path: '/v2/connections', body: connection },
  { method: 'GET', path: '/v2/connections/con_1' },
  { method: 'PUT', path: '/v2/connections/con_1', body: connection },
  { method: 'PATCH', path: '/v2/connections/con_1', body: { enabled: true } },
  { method: 'DELETE', path: '/v2/connections/con_1' },
  { method: 'GET', path: '/transformations/tr_1/versions' },
  { method: 'GET', path: '/transformations/tr_1/versions/1' },
  { method: 'POST', path: '/transformations/tr_1/versions/1/restore' },
  ...TEST_CASES,
  { method: 'GET', path: '/v2/tokens' },
  { method: 'POST', path: '/v2/tokens', body: { name: 'refused', scopes: ['catalog:read'] } },
  { method: 'DELETE', path: `/v2/tokens/${SOME_ID}` },
  { method: 'GET', path: '/v2/data-planes' },
  { method: 'POST', path: '/v2/data-planes', body: { name: 'refused' } },
  { method: 'DELETE', path: `/v2/data-planes/${SOME_ID}` },
];

const lease = { leaseToken: SOME_ID };

/** Requests that show and control deletions, and requests of self-hosted workers. */
const DELETIONS: readonly Omit<Route, 'needs'>[] = [
  { method: 'GET', path: '/v2/deletion-jobs' },
  { method: 'GET', path: '/v2/deletion-jobs/summary' },
  { method: 'GET', path: '/v2/deletion-jobs/7' },
  { method: 'POST', path: '/v2/deletion-jobs/retry', body: {} },
  { method: 'POST', path: `${regulations}/${SOME_ID}/retry` },
  { method: 'POST', path: '/v2/deletion-jobs/1/exception', body: { reason: 'gone' } },
  { method: 'POST', path: `${regulations}/${SOME_ID}/extension`, body: { reason: 'many' } },
  { method: 'POST', path: `${regulations}/${SOME_ID}/verify` },
  { method: 'POST', path: `/v2/destinations/${IDS.hook}/deletions/pause` },
  { method: 'POST', path: `/v2/destinations/${IDS.hook}/deletions/resume` },
  { method: 'GET', path: '/v2/events/stream' },
  { method: 'POST', path: '/v2/deletion-jobs/claim', body: {} },
  { method: 'POST', path: '/v2/deletion-jobs/7/heartbeat', body: lease },
  { method: 'POST', path: '/v2/deletion-jobs/7/report', body: { ...lease, status: 'complete' } },
];

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
  { method: 'POST', path: '/v2/users/lookup', body: { userId: 'refused' } },
  { method: 'POST', path: '/v2/users/search', body: { prefix: 'refused' } },
  { method: 'POST', path: '/v2/users/unsuppress', body: { userId: 'refused' } },
  {
    method: 'POST',
    path: '/v2/imports?regulationType=suppress',
    body: 'userId\nrefused\n',
    headers: { 'content-type': 'text/csv' },
  },
  { method: 'GET', path: '/v2/imports' },
  { method: 'GET', path: '/v2/imports/imp_1' },
  { method: 'GET', path: '/v2/imports/imp_1/refusals' },
  {
    method: 'PATCH',
    path: '/v2/imports/imp_1',
    body: 'refused\n',
    headers: { 'content-type': 'text/csv', 'upload-offset': '0' },
  },
  { method: 'POST', path: '/v2/imports/imp_1/cancel' },
  ...DELETIONS,
]
  .map((route): Route => ({ ...route, needs: 'regulation service' }))
  .concat(
    [
      '/v2/sources',
      `/v2/sources/${IDS.web}`,
      '/v2/destinations',
      `/v2/destinations/${IDS.hook}`,
    ].map((path) => ({ method: 'GET', path, needs: 'catalog' })),
  )
  .concat(EDITING.map((route) => ({ ...route, needs: 'catalog, to write' })))
  .concat({ method: 'GET', path: '/v2/me', needs: 'cached token' });

/** Returns whether a route belongs to an operation such as `GET /v2/sources/{id}`. */
export function serves(operation: string): (route: Route) => boolean {
  const pattern = new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return ({ method, path }) => pattern.test(`${method} ${path.replace(/\?.*/, '')}`);
}
