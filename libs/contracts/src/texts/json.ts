/** An object as JSON holds it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @returns whether a value is an object as JSON holds it: neither a list nor null */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns a value that is such an object; an empty one for any other */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** @returns a copy without the members that are undefined, as JSON has it */
export function defined<T extends object>(value: T): Defined<T> {
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}

/**
 * Parses JSON that may be none.
 *
 * @param text as it is, or its bytes in UTF-8
 * @returns `undefined`, which no JSON stands for, where it is none
 */
export function jsonOf(text: { toString(): string } | null | undefined): unknown {
  try {
    return JSON.parse(text?.toString() ?? '') as unknown;
  } catch {
    return undefined;
  }
}
