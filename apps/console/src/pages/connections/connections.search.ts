import { among, searchOf, textLike } from '../../lib/search.js';

export const CONNECTION_STATES = ['connected', 'paused', 'none'] as const;

export interface ConnectionsSearch {
  /** Ids of a source and of a destination. */
  readonly source?: string;
  readonly destination?: string;
  readonly state?: (typeof CONNECTION_STATES)[number];
}

const id = textLike(/^[A-Za-z0-9_-]{1,64}$/);

export const connectionsSearch = searchOf<ConnectionsSearch>({
  ...{ source: id, destination: id, state: among(CONNECTION_STATES) },
});
