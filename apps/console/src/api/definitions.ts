import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from './client.js';

export type Definition = Schemas['DestinationDefinitionDto'];

export type TypeSummary = Pick<Definition, 'name' | 'displayName' | 'category'> & {
  readonly deletes: boolean;
};

/** Definitions are cached without expiry, because they change only with the version of Lethe. */
const FOR_GOOD = { staleTime: Infinity, gcTime: Infinity } as const;

/**
 * Summaries of all destination types. Only the summaries are cached, because the full response has
 * about 100 kB.
 */
export const typesQuery = queryOptions({
  ...FOR_GOOD,
  queryKey: ['destination-definitions'],
  queryFn: async ({ signal }): Promise<TypeSummary[]> => {
    const all = await dataOf(api.GET('/destination-definitions', { signal }));
    return all
      .map(({ name, displayName, category, capabilities: { deletion } }) => ({
        ...{ name, displayName, category, deletes: deletion.supported },
      }))
      .sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
  },
});

export const definitionQuery = (name: string) =>
  queryOptions({
    ...FOR_GOOD,
    queryKey: ['destination-definitions', name],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/destination-definitions/{name}', { params: { path: { name } }, signal })),
  });
