type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
export function defined<T extends object>(value: T): Defined<T> {
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}
