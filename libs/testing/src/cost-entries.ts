import type { Costly } from './growth-of-cost.js';

/** An input and its measured work. The type of the input differs between entries. */
export type CostEntry = Costly<unknown>;

/**
 * The entries of each export, by its name. A text instead of entries is the name of another export,
 * whose entries also measure this export.
 */
export type CostTable = Readonly<Record<string, readonly CostEntry[] | string>>;

/** Default size in elements, characters or members. It is larger than all limits. */
const DEFAULT_SIZE = 2_000_000;

export function costEntry<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
  most = DEFAULT_SIZE,
): CostEntry {
  return { most, make, run: (input) => run(input as Input) };
}

export const listOf = <T>(size: number, element: (index: number) => T): T[] =>
  Array.from({ length: Math.max(0, Math.ceil(size)) }, (_none, index) => element(index));

/**
 * Returns the rows for `it.each`: export, number of the entry, and entry.
 *
 * @throws Error if the export that should measure another export has no entries
 */
export function casesOf(table: CostTable): (readonly [string, number, CostEntry])[] {
  return Object.entries(table).flatMap(([name, entries]) => {
    if (typeof entries !== 'string') {
      return entries.map((entry, index) => [name, index + 1, entry] as const);
    }
    if (typeof (table[entries] ?? '') === 'string') throw new Error(`${name} is not measured`);
    return [];
  });
}
