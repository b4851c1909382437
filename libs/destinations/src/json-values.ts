import { isObject, type JsonObject } from '@lethe/contracts/json';

/** Text as it is, everything else as JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** A member that is a string with something in it. */
export function textAt(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A copy without null anywhere: not in objects, not in arrays. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isThere).map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => isThere(member))
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}
