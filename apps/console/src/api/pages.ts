import { defined } from '@lethe/contracts/json';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { parameterOf } from '../lib/search.js';
import { dataOf, read, type Read } from './client.js';
import type { paths } from './schema.js';

/** Position of a page, from `paging.next` of the previous page. */
interface PageAt {
  readonly page?: number;
  readonly after?: string;
  readonly after_cursor?: string;
}

/** Rows of a list, and the total number of rows if the API reports it. */
export interface Listed<Row, Total = number> {
  readonly rows: readonly Row[];
  readonly total: Total;
}

/**
 * Describes a list by its path, the response member with its rows, and parameters such as filters.
 */
type List<Path extends keyof paths, Name extends string> = readonly [
  path: Path,
  name: Name,
  parameters?: Read<Path>['parameters'],
];
type RowOf<Path extends keyof paths, Name extends string> =
  Read<Path>['data'] extends Readonly<Record<Name, readonly (infer Row)[]>> ? Row : never;

const FIRST: PageAt = {};

async function pageOf<Path extends keyof paths, Name extends string>(
  [path, name, parameters = {}]: List<Path, Name>,
  at: PageAt,
  signal: AbortSignal,
) {
  const { query, ...others } = parameters as { readonly query?: object };
  const page = (await dataOf(
    read(path, { ...others, query: { ...query, ...at } }, signal),
  )) as Readonly<Record<Name, readonly RowOf<Path, Name>[]>> & {
    readonly paging: { readonly next?: string; readonly total?: number };
  };
  const { next, total } = page.paging;
  return { rows: page[name], total, next: nextPage(next) };
}

function nextPage(next: string | undefined): PageAt | undefined {
  if (next === undefined) return undefined;
  const page = parameterOf(next, 'page');
  return defined({
    page: page === undefined ? undefined : Number(page),
    after: parameterOf(next, 'after'),
    after_cursor: parameterOf(next, 'after_cursor'),
  });
}

/** Returns the query of a list in pages, for `useInfiniteQuery`. */
export function listQuery<Path extends keyof paths, Name extends string>(
  queryKey: readonly unknown[],
  ...list: List<Path, Name>
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => pageOf(list, pageParam, signal),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }): Listed<RowOf<Path, Name>, number | undefined> => ({
      rows: pages.flatMap(({ rows }) => rows),
      total: pages[0]?.total,
    }),
  });
}

/** Returns the rows of at most the first `most` pages. */
export async function allOf<Path extends keyof paths, Name extends string>(
  most: number,
  signal: AbortSignal,
  ...list: List<Path, Name>
): Promise<Listed<RowOf<Path, Name>>> {
  const all: RowOf<Path, Name>[] = [];
  for (let at: PageAt | undefined = FIRST, pages = 1; ; pages += 1) {
    const {
      rows,
      total = 0,
      next,
    }: Awaited<ReturnType<typeof pageOf<Path, Name>>> = await pageOf(list, at, signal);
    all.push(...rows);
    at = next;
    if (at === undefined || pages === most) return { rows: all, total };
  }
}
