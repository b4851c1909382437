import type { HeaderValue, PartitionHeaders } from '../records/partition-records.js';

/**
 * Returns the headers as the producer sent them. Usually returns `headers` itself.
 *
 * kafkajs 2.2.4 collects the headers of a record in an ordinary object, and treats inherited
 * members as earlier values. A header named `constructor` arrives as `[Object, value]`, which
 * kafkajs cannot write again.
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
