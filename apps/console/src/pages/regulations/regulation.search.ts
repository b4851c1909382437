import { oneOf } from '../../lib/search.js';

export interface RegulationSearch {
  /** Of what happened; the timeline when absent. */
  readonly view?: 'history';
}

export function regulationSearch(search: Record<string, unknown>): RegulationSearch {
  const view = oneOf(['history'], search.view);
  return view === undefined ? {} : { view };
}
