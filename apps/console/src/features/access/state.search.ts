import { oneOf } from '../../lib/search.js';

type State = 'active' | 'expired' | 'revoked' | 'all';

/** Of tokens and of data planes: those that work, unless others are asked for. */
export interface StateSearch {
  readonly state?: State;
}

export function stateSearch(search: Record<string, unknown>): StateSearch {
  const state = oneOf<State>(['expired', 'revoked', 'all'], search.state);
  return state === undefined ? {} : { state };
}

/** As the API asks for it. */
export function stateQuery({ state = 'active' }: StateSearch) {
  return state === 'all' ? {} : { state };
}
