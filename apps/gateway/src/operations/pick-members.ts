type Shown<T> = { [Name in keyof T]: T[Name] extends Date | undefined ? TimeOf<T[Name]> : T[Name] };
type TimeOf<T> = T extends Date ? string : T;

/** Returns the named members of a record. Converts times to texts, and omits absent members. */
export function pickMembers<T extends object, Name extends keyof T>(
  record: T,
  ...names: readonly Name[]
): Shown<Pick<T, Name>> {
  const members = names.map((name) => [name, record[name]] as const);
  const present = members.filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    present.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Shown<Pick<T, Name>>;
}
