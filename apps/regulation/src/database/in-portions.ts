/**
 * Limit of a portion. The sum of `sizeOf` over the items of the portion is at most `most`, unless
 * the portion has only one item.
 */
export interface PortionLimit<Item> {
  readonly most: number;
  readonly sizeOf: (item: Item) => number;
}

export const atMost = (most: number): PortionLimit<unknown> => ({ most, sizeOf: () => 1 });

/**
 * Cuts a list into portions. The items keep their sequence. An item that alone exceeds a limit gets
 * its own portion.
 */
export function* inPortions<Item>(
  items: Iterable<Item>,
  limits: readonly PortionLimit<Item>[],
): Generator<Item[]> {
  const used = limits.map(() => 0);
  let portion: Item[] = [];
  for (const item of items) {
    const isFull = limits.some(
      ({ most, sizeOf }, index) => (used[index] ?? 0) + sizeOf(item) > most,
    );
    if (isFull && portion.length > 0) {
      yield portion;
      portion = [];
      used.fill(0);
    }
    portion.push(item);
    limits.forEach(({ sizeOf }, index) => (used[index] = (used[index] ?? 0) + sizeOf(item)));
  }
  if (portion.length > 0) yield portion;
}
