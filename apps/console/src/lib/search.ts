import { defined } from '@lethe/contracts/json';

/**
 * Reads a search parameter. Returns undefined if the value is invalid, because a user can write any
 * URL.
 */
type Reader<T> = (value: unknown) => T | undefined;

export const among =
  <const T>(options: readonly T[]): Reader<T> =>
  (value) =>
    options.find((option) => option === value);

export const isSet = among([true]);

export const textLike =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

export const anyText = textLike(/^/);

/**
 * Returns a reader of the search parameters of a page. The reader removes unknown and invalid
 * parameters.
 */
export function searchOf<Readers extends Readonly<Record<string, Reader<unknown>>>>(
  readers: Readers,
) {
  return (search: Record<string, unknown>) =>
    defined(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])),
    ) as { readonly [K in keyof Readers]?: NonNullable<ReturnType<Readers[K]>> };
}

/** Returns a query parameter of a path that the API returned, such as `paging.next`. */
export function parameterOf(path: string | undefined, name: string): string | undefined {
  if (path === undefined) return undefined;
  return new URL(path, location.origin).searchParams.get(name) ?? undefined;
}

/** Returns a path with its query. */
export function pathWith(path: string, query: object): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** A change of search parameters. The value `undefined` removes a parameter. */
export type Without<Search> = { readonly [K in keyof Search]?: Search[K] | undefined };

export function changed<Search extends object>(search: Search, change: Without<Search>): Search {
  return defined({ ...search, ...change }) as Search;
}
