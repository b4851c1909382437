import type { HeaderValue, PartitionHeaders } from '../records/partition-records.js';

/**
 * kafkajs 2.2.4 gathers the headers of a record in an ordinary object, and takes what that inherits
 * for a value that came before: a header named `constructor` comes as `[Object, value]`, which it
 * cannot write again.
 *
 * @returns the headers as they were sent; mostly the very ones that were given
 */
export function sentHeaders(headers: PartitionHeaders): PartitionHeaders {
  const names = Object.keys(headers).filter((name) => name in Object.prototype);
  if (names.length === 0) return headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) =>
      names.includes(name) && Array.isArray(value)
        ? [name, unwrapped(value.slice(1) as HeaderValue[])]
        : [name, value],
    ),
  );
}

function unwrapped(values: readonly HeaderValue[]): HeaderValue | readonly HeaderValue[] {
  const [first] = values;
  return values.length === 1 && first !== undefined ? first : values;
}
