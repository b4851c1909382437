import { useMemo, useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

/**
 * Returns the selected rows. The selection is kept when the list is refetched, and lost when the
 * user leaves the page.
 */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      has: (id: string) => ids.has(id),
      set: (id: string, isChosen: boolean) =>
        setIds(
          (before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)),
        ),
      add: (further: readonly string[]) => setIds((before) => new Set([...before, ...further])),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}
