import { isObject, type JsonObject } from '@lethe/contracts/json';

/** Returns a text unchanged, and any other value as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Returns a member if it is a string that is not empty. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns a copy without null values, at all levels of objects and arrays. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isPresent).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => isPresent(member))
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}
