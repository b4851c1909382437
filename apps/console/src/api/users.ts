import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { changesOf } from './changes.js';
import { api, dataOf, type Schemas } from './client.js';

export type User = Schemas['PersonDto'];
export type IdentifierKind = 'userId' | 'email' | 'phone';

/** The search for a user. It stays only in memory, until the page is left. */
export interface UserSearch {
  readonly identifier: string;
  readonly isFull: boolean;
}

/**
 * Events do not refetch these queries, because the gateway records each request for full
 * identifiers.
 */
const RECORDED = { staleTime: Infinity, meta: { isManual: true } } as const;

export function lookUpBody(
  kind: IdentifierKind,
  { identifier, isFull }: UserSearch,
): Schemas['LookUpPersonDto'] {
  return { [kind]: identifier, identifiers: isFull ? 'full' : 'masked' };
}

export const lookUpQuery = (kind: IdentifierKind, asked: UserSearch) =>
  queryOptions({
    queryKey: ['users', 'one', kind, asked.identifier, asked.isFull],
    queryFn: ({ signal }) => lookUp(kind, asked, {}, signal),
    gcTime: 0,
    ...(asked.isFull && RECORDED),
  });

export function lookUp(
  kind: IdentifierKind,
  asked: UserSearch,
  page: { afterCursor?: string } = {},
  signal: AbortSignal | null = null,
): Promise<Schemas['PeopleDto']> {
  const body = { ...lookUpBody(kind, asked), ...page };
  return dataOf(api.POST('/v2/users/lookup', { body, signal }));
}

export const searchQuery = ({ identifier: prefix, isFull }: UserSearch) =>
  infiniteQueryOptions({
    queryKey: ['users', 'prefix', prefix, isFull],
    ...(isFull && RECORDED),
    queryFn: ({ pageParam: after, signal }) => {
      const identifiers = isFull ? ('full' as const) : ('masked' as const);
      const body = { prefix, limit: 100, identifiers, ...(after !== undefined && { after }) };
      return dataOf(api.POST('/v2/users/search', { body, signal }));
    },
    initialPageParam: undefined as string | undefined,
    // The cursor is the last user id, so further pages are possible only if ids are not masked.
    getNextPageParam: ({ people, more }) => (more && isFull ? people.at(-1)?.userId : undefined),
    gcTime: 0,
  });

export const useUsers = changesOf(['users', 'regulations'], () => ({
  unsuppress: (body: Schemas['UnsuppressDto']) =>
    dataOf(api.POST('/v2/users/unsuppress', { body })),
}));
