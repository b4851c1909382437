/** How much a portion holds at most of what each item takes. */
export interface PortionLimit<Item> {
  readonly most: number;
  readonly of: (item: Item) => number;
}

/** As a limit: how many items a portion has at most. */
export const atMost = (most: number): PortionLimit<unknown> => ({ most, of: () => 1 });

/** Cuts a list into portions, in its order. An item that alone is more than a portion holds is one by itself. */
export function* inPortions<Item>(
  items: Iterable<Item>,
  limits: readonly PortionLimit<Item>[],
): Generator<Item[]> {
  const used = limits.map(() => 0);
  let portion: Item[] = [];
  for (const item of items) {
    const isFull = limits.some(({ most, of }, index) => (used[index] ?? 0) + of(item) > most);
    if (isFull && portion.length > 0) {
      yield portion;
      portion = [];
      used.fill(0);
    }
    portion.push(item);
    limits.forEach(({ of }, index) => (used[index] = (used[index] ?? 0) + of(item)));
  }
  if (portion.length > 0) yield portion;
}
