import { useMemo, useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

/** What somebody ticked. It stays when lists are loaded again, and ends with the page. */
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
