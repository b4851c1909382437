import { oneOf } from '../../lib/search.js';

export const CONNECTION_STATES = ['connected', 'paused', 'none'] as const;

export interface ConnectionsSearch {
  /** Ids of a source and of a destination. */
  readonly source?: string;
  readonly destination?: string;
  readonly state?: (typeof CONNECTION_STATES)[number];
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;

export function connectionsSearch(search: Record<string, unknown>): ConnectionsSearch {
  const { source, destination } = search;
  const state = oneOf(CONNECTION_STATES, search.state);
  return {
    ...(typeof source === 'string' && ID.test(source) && { source }),
    ...(typeof destination === 'string' && ID.test(destination) && { destination }),
    ...(state !== undefined && { state }),
  };
}
