import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from './client.js';

export type Definition = Schemas['DestinationDefinitionDto'];

/** A type as lists show it. */
export type TypeSummary = Pick<Definition, 'name' | 'displayName' | 'category'> & {
  readonly deletes: boolean;
};

/** They come with a version of Lethe, and are the same until it is another one. */
const FOR_GOOD = { staleTime: Infinity, gcTime: Infinity } as const;

/** All types. The answer has some hundred kilobytes: what lists show is kept of it. */
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
