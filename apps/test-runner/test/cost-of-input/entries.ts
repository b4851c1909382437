import type { Costly } from '@lethe/testing';

/** Inputs of a type that only their entry knows. */
export type CostEntry = Costly<unknown>;
export type CostTable = Readonly<Record<string, readonly CostEntry[]>>;

/** Elements, characters or members; more than any limit lets in. */
const MOST = 2_000_000;

export function cost<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): CostEntry {
  return {
    most: MOST,
    make,
    run: (input) => {
      try {
        return run(input as Input);
      } catch {
        return undefined; // refused
      }
    },
  };
}

export const list = <T>(size: number, element: (index: number) => T): T[] =>
  Array.from({ length: Math.max(0, size) }, (_none, index) => element(index));

export function atDepth(depth: number, value: unknown): unknown {
  return list(depth, () => 0).reduce<unknown>((inner) => [inner, 1], value);
}
