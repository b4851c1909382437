import type { Costly } from '@lethe/testing';

export type CostEntry = Costly<unknown>;

const MOST = 2_000_000;

export function cost<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): CostEntry {
  return { most: MOST, make, run: (input) => run(input as Input) };
}

export const list = <T>(size: number, element: (index: number) => T): T[] =>
  Array.from({ length: size }, (_none, index) => element(index));
