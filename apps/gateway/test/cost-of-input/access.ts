import { anyBody, type CostlyInput, type CostTable } from './inputs.js';

/** Returns inputs that fit into 64 KiB, the maximum body of a data plane. */
const PLANE = (method: string, path: string): CostlyInput[] =>
  anyBody([method, path]).map((input) => ({
    ...input,
    most: 2_000,
  }));

export const ACCESS: CostTable = {
  getMe: 'headers',
  listTokens: 'query',
  createToken: anyBody(['POST', '/v2/tokens']),
  revokeToken: 'path',
  listDataPlanes: 'query',
  createDataPlane: anyBody(['POST', '/v2/data-planes']),
  revokeDataPlane: 'path',
  getSession: 'headers',
  beginSession: anyBody(['POST', '/console/session']),
  endSession: 'headers',
  getSignIn: 'headers',
  createSignInCode: 'headers',
  lookUpSignInCode: anyBody(['POST', '/console/sign-in-codes/lookup']),
  streamEvents: 'headers',
  ofWorkspace: 'query',
  ofNamespace: 'query',
  offerWorkspaceJob: 'path',
  offerNamespaceJob: 'path',
  takeWorkspaceUpdate: PLANE('PATCH', '/dataplane/workspaces/ws_a/regulations/workerJobs/1'),
  takeNamespaceUpdate: PLANE('PATCH', '/dataplane/namespaces/ns/regulations/workerJobs/1'),
  workspaceConfig: 'query',
  namespaceConfig: 'path',
  takeWorkspaceSettings: PLANE('POST', '/data-plane/v1/workspaces/ws_a/settings'),
  takeNamespaceSettings: PLANE('POST', '/data-plane/v1/namespaces/ns/settings'),
  transformationByVersion: 'query',
  libraryByVersion: 'query',
  live: 'headers',
  ready: 'headers',
};
