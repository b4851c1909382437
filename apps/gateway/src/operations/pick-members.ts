type Shown<T> = { [Name in keyof T]: T[Name] extends Date | undefined ? TimeOf<T[Name]> : T[Name] };
type TimeOf<T> = T extends Date ? string : T;

/** Returns the named members of a record. Converts times to texts, and omits absent members. */
export function pickMembers<T extends object, Name extends keyof T>(
  record: T,
  ...names: readonly Name[]
): Shown<Pick<T, Name>> {
  const shown: Partial<Record<Name, unknown>> = {};
  for (const name of names) {
    const value = record[name];
    if (value !== undefined) shown[name] = value instanceof Date ? value.toISOString() : value;
  }
  return shown as Shown<Pick<T, Name>>;
}
