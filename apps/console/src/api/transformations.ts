import { queryOptions } from '@tanstack/react-query';
import { changesOf } from './changes.js';
import { api, dataOf, ifMatch, versioned, type Schemas, type Versioned } from './client.js';
import { listQuery } from './pages.js';

export type Transformation = Schemas['TransformationDto'];
export type Library = Schemas['ModuleDto'];

/** What people write of a transformation or a library. */
export interface Code {
  readonly name: string;
  readonly code: string;
}

/** As it is saved, with the version of it that a change has to name. */
export type SavedCode = Versioned<Code>;

export const transformationsQuery = listQuery({
  queryKey: ['transformations', 'list'],
  fetchPage: (query, signal) => dataOf(api.GET('/transformations', { params: { query }, signal })),
  rowsOf: ({ transformations }) => transformations,
});

/** To choose from. */
export const transformationNamesQuery = queryOptions({
  queryKey: ['transformations', 'names'],
  queryFn: async ({ signal }) => {
    const page = await dataOf(api.GET('/transformations', { signal }));
    return page.transformations.map((one) => ({ value: one.id, label: one.name }));
  },
});

/** With the version of it that a change has to name. */
export const transformationQuery = (id: string) =>
  queryOptions({
    queryKey: ['transformations', 'one', id],
    queryFn: ({ signal }) =>
      versioned(
        api.GET('/transformations/{id}', { params: { path: { id } }, signal }),
        ({ transformation }) => transformation,
      ),
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['transformations', 'versions', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/transformations/{id}/versions', { params: { path: { id } }, signal })),
  });

/** A version never changes. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['transformation-version', id, number],
    queryFn: async ({ signal }) => {
      const params = { path: { id, number } };
      const path = '/transformations/{id}/versions/{number}';
      return (await dataOf(api.GET(path, { params, signal }))).version;
    },
    staleTime: Infinity,
  });

export const useTransformations = changesOf(['transformations', 'destinations'], (queries) => ({
  create: async (body: Code) =>
    (await dataOf(api.POST('/transformations', { body }))).transformation,
  /** @param onSaved is told of what is there now, before anything else is asked for */
  save: async (
    id: string,
    etag: string | undefined,
    body: Code,
    onSaved: (saved: SavedCode) => void,
  ) => {
    const params = { path: { id }, header: ifMatch(etag) };
    const saved = await versioned(
      api.PATCH('/transformations/{id}', { params, body }),
      ({ transformation }) => transformation,
    );
    queries.setQueryData(transformationQuery(id).queryKey, saved);
    onSaved(saved);
    return saved;
  },
  restore: (id: string, number: number) =>
    api.POST('/transformations/{id}/versions/{number}/restore', {
      params: { path: { id, number } },
    }),
  /** @param leave leads away from its page, before it is asked for again */
  remove: async (id: string, leave: () => Promise<void>) => {
    await api.DELETE('/transformations/{id}', { params: { path: { id } } });
    await leave();
    queries.removeQueries(transformationQuery(id));
  },
}));

export const librariesQuery = listQuery({
  queryKey: ['libraries', 'list'],
  fetchPage: (query, signal) =>
    dataOf(api.GET('/transformation-libraries', { params: { query }, signal })),
  rowsOf: ({ libraries }) => libraries,
});

export const libraryQuery = (id: string) =>
  queryOptions({
    queryKey: ['libraries', 'one', id],
    queryFn: ({ signal }) =>
      versioned(
        api.GET('/transformation-libraries/{id}', { params: { path: { id } }, signal }),
        ({ library }) => library,
      ),
  });

export const useLibraries = changesOf(['libraries'], (queries) => ({
  create: async (body: Code) =>
    (await dataOf(api.POST('/transformation-libraries', { body }))).library,
  /** @param onSaved is told of what is there now, before anything else is asked for */
  save: async (
    id: string,
    etag: string | undefined,
    body: Code,
    onSaved: (saved: SavedCode) => void,
  ) => {
    const params = { path: { id }, header: ifMatch(etag) };
    const saved = await versioned(
      api.PATCH('/transformation-libraries/{id}', { params, body }),
      ({ library }) => library,
    );
    queries.setQueryData(libraryQuery(id).queryKey, saved);
    onSaved(saved);
    return saved;
  },
  /** @param leave leads away from its page, before it is asked for again */
  remove: async (id: string, leave: () => Promise<void>) => {
    await api.DELETE('/transformation-libraries/{id}', { params: { path: { id } } });
    await leave();
    queries.removeQueries(libraryQuery(id));
  },
}));
