import { get, type BadRequest } from './row.js';

const UNAUTHORIZED = { status: 401, code: 'unauthorized' } as const;

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

const SETTINGS = '/data-plane/v1/workspaces/ws/settings';
const PATHS = [
  '/workspaceConfig?fetchAll=true',
  '/dataplane/workspaces/ws/regulations/suppressions',
  '/dataplane/namespaces/ns/regulations/suppressions',
  '/dataplane/workspaces/ws/regulations/workerJobs',
  '/data-plane/v1/namespaces/ns/config',
  '/transformation/getByVersionId?versionId=x',
  '/transformationLibrary/getByVersionId?versionId=x',
];

const UNAUTHENTICATED: readonly (readonly [string, string])[] = [
  ['no credentials', ''],
  ['an unknown secret', basic('lth_dp_unknown_0123456789:')],
  ['an empty secret', basic(':')],
  ['a secret without a colon', basic('lth_dp_unknown_0123456789')],
  ['U+0000 for a secret', basic('\u0000:')],
];

/**
 * Requests without the secret of a data plane. Some of them have a token, which is not accepted.
 */
export const DATA_PLANES: readonly BadRequest[] = [
  ...PATHS.flatMap((path) => [
    get(`an admin's token at ${path}`, path, UNAUTHORIZED),
    ...UNAUTHENTICATED.map(([name, authorization]) =>
      get(`${name} at ${path}`, path, { ...UNAUTHORIZED, headers: { authorization } }),
    ),
  ]),
  {
    ...get("an admin's token that reports settings", SETTINGS, UNAUTHORIZED),
    method: 'POST',
    // The body is invalid, too. An unauthenticated client must not learn anything about its body.
    body: '{"components":',
  },
  ...['POST', 'PUT', 'DELETE'].map((method) => ({
    ...get(`${method} on a configuration`, '/workspaceConfig', UNAUTHORIZED),
    method,
    status: 405,
    code: 'method_not_allowed',
  })),
];
