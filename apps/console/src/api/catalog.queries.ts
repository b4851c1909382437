import { queryOptions } from '@tanstack/react-query';
import { parameterOf } from '../lib/search.js';
import { api, dataOf, type Schemas } from './client.js';

export type Source = Schemas['SourceDto'];
export type Destination = Schemas['DestinationDto'];
export type Connection = Schemas['ConnectionDto'];

/** Pages of one list that are asked for, of 100 each. Who has more needs a script. */
const MOST_PAGES = 20;

interface PageQuery {
  readonly page?: number;
  readonly after?: string;
}

/** All records of a list of the catalog, up to 2,000, and how many there are. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

async function allOf<Page extends { readonly paging: Schemas['LookupPagingDto'] }, Row>(
  ask: (query: PageQuery) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Listed<Row>> {
  const rows: Row[] = [];
  let query: PageQuery = {};
  for (let pages = 1; ; pages += 1) {
    const page = await ask(query);
    rows.push(...rowsOf(page));
    const { next, total } = page.paging;
    if (next === undefined || pages === MOST_PAGES) return { rows, total };
    const after = parameterOf(next, 'after');
    query = {
      page: Number(parameterOf(next, 'page') ?? '1'),
      ...(after !== undefined && { after }),
    };
  }
}

export const sourcesQuery = queryOptions({
  queryKey: ['sources', 'all'],
  queryFn: ({ signal }) =>
    allOf(
      (query) => dataOf(api.GET('/v2/sources', { params: { query }, signal })),
      ({ sources }) => sources,
    ),
});

export const destinationsQuery = queryOptions({
  queryKey: ['destinations', 'all'],
  queryFn: ({ signal }) =>
    allOf(
      (query) => dataOf(api.GET('/v2/destinations', { params: { query }, signal })),
      ({ destinations }) => destinations,
    ),
});

export const connectionsQuery = queryOptions({
  queryKey: ['connections', 'all'],
  queryFn: ({ signal }) =>
    allOf(
      (query) => dataOf(api.GET('/v2/connections', { params: { query }, signal })),
      ({ connections }) => connections,
    ),
});

/** A record with the version that it was read in, for `If-Match`. */
export interface Versioned<T> {
  readonly value: T;
  readonly etag: string | undefined;
}

export async function versioned<Answer, T>(
  answer: Promise<{ data?: Answer; response: Response }>,
  valueOf: (answer: Answer) => T,
): Promise<Versioned<T>> {
  const { data, response } = await answer;
  if (data === undefined) throw new TypeError('the answer has no body');
  return { value: valueOf(data), etag: response.headers.get('etag') ?? undefined };
}

/** The header of a change that is made only to what was read. */
export function ifMatch(etag: string | undefined): { 'If-Match'?: string } {
  return etag === undefined ? {} : { 'If-Match': etag };
}

export const destinationQuery = (id: string) =>
  queryOptions({
    queryKey: ['destinations', 'one', id],
    queryFn: ({ signal }) =>
      versioned(
        api.GET('/v2/destinations/{id}', { params: { path: { id } }, signal }),
        ({ destination }) => destination,
      ),
  });

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ['sources', 'one', id],
    queryFn: ({ signal }) =>
      versioned(
        api.GET('/v2/sources/{id}', { params: { path: { id } }, signal }),
        ({ source }) => source,
      ),
  });
