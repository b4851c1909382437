/** The value when it is one of the options; for search parameters, which anybody can write. */
export function oneOf<const T>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}

/** The value of a parameter of the URL that a path of the API has: `paging.next` is a whole path. */
export function parameterOf(path: string | undefined, name: string): string | undefined {
  if (path === undefined) return undefined;
  return new URL(path, location.origin).searchParams.get(name) ?? undefined;
}
