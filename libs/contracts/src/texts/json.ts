export type JsonObject = Readonly<Record<string, unknown>>;

/** @returns whether a value is a JSON object, and neither a list nor null */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the value if it is a JSON object; an empty object for every other value */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

/** @returns a copy without undefined members, which JSON also omits */
export function defined<T extends object>(value: T): Defined<T> {
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}

/**
 * Parses a text that is possibly not JSON.
 *
 * @param text the text, or a buffer with the text in UTF-8
 * @returns the value; `undefined` if the text is not JSON, because no JSON text has this value
 */
export function jsonOf(text: { toString(): string } | null | undefined): unknown {
  try {
    return JSON.parse(text?.toString() ?? '') as unknown;
  } catch {
    return undefined;
  }
}
