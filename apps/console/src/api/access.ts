import { changesOf } from './changes.js';
import { api, dataOf, type Schemas } from './client.js';
import { listQuery } from './pages.js';

export type Token = Schemas['TokenDto'];
export type DataPlane = Schemas['DataPlaneDto'];

/** Filters tokens and data planes. The default is `active`. */
export interface StateSearch {
  readonly state?: 'active' | 'expired' | 'revoked' | 'all';
}

/** Returns the filter as query parameters of the API. */
export function stateQuery({ state = 'active' }: StateSearch) {
  return state === 'all' ? {} : { state };
}

export const tokensQuery = (search: StateSearch) =>
  listQuery(['tokens', search], '/v2/tokens', 'tokens', { query: stateQuery(search) });

export const useTokens = changesOf(['tokens'], () => ({
  create: (body: Schemas['TokenInputDto']) => dataOf(api.POST('/v2/tokens', { body })),
  revoke: revokeToken,
}));

/**
 * Revokes a token without refetching lists. If the session uses this token, further requests would
 * fail.
 */
export function revokeToken(id: string) {
  return api.DELETE('/v2/tokens/{id}', { params: { path: { id } } });
}

export const dataPlanesQuery = (search: StateSearch) =>
  listQuery(['data-planes', search], '/v2/data-planes', 'dataPlanes', {
    query: stateQuery(search),
  });

export const useDataPlanes = changesOf(['data-planes'], () => ({
  create: (body: Schemas['DataPlaneInputDto']) => dataOf(api.POST('/v2/data-planes', { body })),
  revoke: (id: string) => api.DELETE('/v2/data-planes/{id}', { params: { path: { id } } }),
}));
