import { among, searchOf, textLike } from '../../lib/search.js';

export const CONNECTION_STATES = ['connected', 'paused', 'none'] as const;

const id = textLike(/^[A-Za-z0-9_-]{1,64}$/);

export type ConnectionsSearch = ReturnType<typeof connectionsSearch>;
export const connectionsSearch = searchOf({
  ...{ source: id, destination: id, state: among(CONNECTION_STATES) },
});
