/** The value when it is one of the options; for search parameters, which anybody can write. */
export function oneOf<const T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}

/** The value of a parameter of the URL that a path of the API has: `paging.next` is a whole path. */
export function parameterOf(path: string | undefined, name: string): string | undefined {
  if (path === undefined) return undefined;
  return new URL(path, location.origin).searchParams.get(name) ?? undefined;
}

/** A change of search parameters; `undefined` takes one away. */
export type Without<Search> = { readonly [K in keyof Search]?: Search[K] | undefined };

export function changed<Search extends object>(search: Search, change: Without<Search>): Search {
  const all: [string, unknown][] = Object.entries({ ...search, ...change });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Search;
}
