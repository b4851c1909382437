import { queryOptions } from '@tanstack/react-query';
import { changesOf } from './changes.js';
import { api, dataOf, versioned, type Schemas, type Versioned } from './client.js';
import { listQuery } from './pages.js';
import { keepSaved, ofRead, recordQuery, removeShown } from './records.js';

export type Transformation = Schemas['TransformationDto'];
export type Library = Schemas['ModuleDto'];

/** The editable part of a transformation or library. */
export interface Code {
  readonly name: string;
  readonly code: string;
}

/** Saved code with its version. */
export type SavedCode = Versioned<Code>;
type OnSaved = (saved: SavedCode) => void;

export const transformationsQuery = listQuery(
  ['transformations', 'list'],
  '/transformations',
  'transformations',
);

export const transformationNamesQuery = queryOptions({
  queryKey: ['transformations', 'names'],
  queryFn: async ({ signal }) => {
    const page = await dataOf(api.GET('/transformations', { signal }));
    return page.transformations.map((one) => ({ value: one.id, label: one.name }));
  },
});

export const transformationQuery = (id: string) =>
  recordQuery(['transformations', 'one', id], '/transformations/{id}', 'transformation', {
    path: { id },
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['transformations', 'versions', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/transformations/{id}/versions', { params: { path: { id } }, signal })),
  });

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
  save: (id: string, etag: string | undefined, body: Code, onSaved: OnSaved) => {
    const saving = api.PATCH('/transformations/{id}', { params: ofRead(id, etag), body });
    const query = transformationQuery(id);
    return keepSaved({ queries, query }, versioned(saving, 'transformation'), onSaved);
  },
  restore: (id: string, number: number) =>
    api.POST('/transformations/{id}/versions/{number}/restore', {
      params: { path: { id, number } },
    }),
  remove: (id: string, leave: () => Promise<void>) => {
    const removing = api.DELETE('/transformations/{id}', { params: { path: { id } } });
    return removeShown({ queries, query: transformationQuery(id) }, removing, leave);
  },
}));

export const librariesQuery = listQuery(
  ['libraries', 'list'],
  '/transformation-libraries',
  'libraries',
);

export const libraryQuery = (id: string) =>
  recordQuery(['libraries', 'one', id], '/transformation-libraries/{id}', 'library', {
    path: { id },
  });

export const useLibraries = changesOf(['libraries'], (queries) => ({
  create: async (body: Code) =>
    (await dataOf(api.POST('/transformation-libraries', { body }))).library,
  save: (id: string, etag: string | undefined, body: Code, onSaved: OnSaved) => {
    const saving = api.PATCH('/transformation-libraries/{id}', { params: ofRead(id, etag), body });
    return keepSaved({ queries, query: libraryQuery(id) }, versioned(saving, 'library'), onSaved);
  },
  remove: (id: string, leave: () => Promise<void>) => {
    const removing = api.DELETE('/transformation-libraries/{id}', { params: { path: { id } } });
    return removeShown({ queries, query: libraryQuery(id) }, removing, leave);
  },
}));
