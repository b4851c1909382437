import { costEntry, listOf as list, type CostEntry } from '@lethe/testing';

export { list };

export type CostTable = Readonly<Record<string, readonly CostEntry[]>>;

/** Returns an entry for a function that can refuse its input. */
export function cost<Input>(
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): CostEntry {
  return costEntry(make, (input: Input) => {
    try {
      return run(input);
    } catch {
      return undefined; // refused
    }
  });
}

export function atDepth(depth: number, value: unknown): unknown {
  return list(depth, () => 0).reduce<unknown>((inner) => [inner, 1], value);
}
