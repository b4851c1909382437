import { defined } from '@lethe/contracts/json';

/** Reads a search parameter, which anybody can write: undefined where it is not what it has to be. */
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

/** Checks the search parameters of a page. What is unknown or wrong is left out. */
export function searchOf<Readers extends Readonly<Record<string, Reader<unknown>>>>(
  readers: Readers,
) {
  return (search: Record<string, unknown>) =>
    defined(
      Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(search[name])])),
    ) as { readonly [K in keyof Readers]?: NonNullable<ReturnType<Readers[K]>> };
}

/** The value of a parameter of the URL that a path of the API has: `paging.next` is a whole path. */
export function parameterOf(path: string | undefined, name: string): string | undefined {
  if (path === undefined) return undefined;
  return new URL(path, location.origin).searchParams.get(name) ?? undefined;
}

/** A path with its query, as scripts ask for it. */
export function pathWith(path: string, query: object): string {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** A change of search parameters; `undefined` takes one away. */
export type Without<Search> = { readonly [K in keyof Search]?: Search[K] | undefined };

export function changed<Search extends object>(search: Search, change: Without<Search>): Search {
  return defined({ ...search, ...change }) as Search;
}
