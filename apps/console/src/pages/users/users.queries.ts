import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import type { IdentifierKind } from './identifier-kinds.js';

export type User = Schemas['PersonDto'];

/** Whom somebody looks for: in memory only, and forgotten with the page. */
export interface Asked {
  readonly identifier: string;
  readonly isFull: boolean;
}

export function lookUpBody(
  kind: IdentifierKind,
  { identifier, isFull }: Asked,
): Schemas['LookUpPersonDto'] {
  return { [kind]: identifier, identifiers: isFull ? 'full' : 'masked' };
}

export const lookUpQuery = (kind: IdentifierKind, asked: Asked) =>
  queryOptions({
    queryKey: ['users', 'one', kind, asked.identifier, asked.isFull],
    queryFn: ({ signal }) => lookUp(kind, asked, {}, signal),
    gcTime: 0,
    // Each look at whole identifiers is recorded: what happens elsewhere makes none.
    ...(asked.isFull && { staleTime: Infinity, meta: { isStill: true } }),
  });

export function lookUp(
  kind: IdentifierKind,
  asked: Asked,
  page: { afterCursor?: string } = {},
  signal?: AbortSignal,
): Promise<Schemas['PeopleDto']> {
  return dataOf(
    api.POST('/v2/users/lookup', {
      body: { ...lookUpBody(kind, asked), ...page },
      ...(signal && { signal }),
    }),
  );
}

export const searchQuery = ({ identifier, isFull }: Asked) =>
  infiniteQueryOptions({
    queryKey: ['users', 'prefix', identifier, isFull],
    ...(isFull && { staleTime: Infinity, meta: { isStill: true } }),
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.POST('/v2/users/search', {
          body: {
            ...{ prefix: identifier, limit: 100, identifiers: isFull ? 'full' : 'masked' },
            ...(pageParam !== undefined && { after: pageParam }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    // The last user id is the cursor, so there are further pages with whole ids only.
    getNextPageParam: ({ people, more }) => (more && isFull ? people.at(-1)?.userId : undefined),
    gcTime: 0,
  });
