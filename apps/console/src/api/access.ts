import { changesOf } from './changes.js';
import { api, dataOf, type Schemas } from './client.js';
import { listQuery } from './pages.js';

export type Token = Schemas['TokenDto'];
export type DataPlane = Schemas['DataPlaneDto'];

/** Of tokens and of data planes: those that work, unless others are asked for. */
export interface StateSearch {
  readonly state?: 'active' | 'expired' | 'revoked' | 'all';
}

/** As the API asks for it. */
export function stateQuery({ state = 'active' }: StateSearch) {
  return state === 'all' ? {} : { state };
}

export const tokensQuery = (search: StateSearch) =>
  listQuery(['tokens', search], '/v2/tokens', 'tokens', { query: stateQuery(search) });

export const useTokens = changesOf(['tokens'], () => ({
  create: (body: Schemas['TokenInputDto']) => dataOf(api.POST('/v2/tokens', { body })),
  revoke: revokeToken,
}));

/** For one's own, with which nothing can be asked any more. */
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
