import type { Costly } from './growth-of-cost.js';

/** An input of a type that only its entry knows. */
export type CostEntry = Costly<unknown>;

/** By export: inputs, or the name of the export whose entries measure it too. */
export type CostTable = Readonly<Record<string, readonly CostEntry[] | string>>;

/** Elements, characters or members; more than any limit lets in. */
const MOST = 2_000_000;

export function costEntry<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
  most = MOST,
): CostEntry {
  return { most, make, run: (input) => run(input as Input) };
}

export const listOf = <T>(size: number, element: (index: number) => T): T[] =>
  Array.from({ length: Math.max(0, Math.ceil(size)) }, (_none, index) => element(index));

/** @returns the measured entries of a table, for `it.each`; an export that names another one must name a measured one */
export function casesOf(table: CostTable): (readonly [string, number, CostEntry])[] {
  return Object.entries(table).flatMap(([name, entries]) => {
    if (typeof entries !== 'string') {
      return entries.map((entry, index) => [name, index + 1, entry] as const);
    }
    if (typeof (table[entries] ?? '') === 'string') throw new Error(`${name} is not measured`);
    return [];
  });
}
