import { useMemo, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly has: (id: string) => boolean;
  readonly set: (id: string, isChosen: boolean) => void;
  readonly add: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** What somebody ticked. It stays when lists are loaded again, and ends with the page. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      has: (id) => ids.has(id),
      set: (id, isChosen) =>
        setIds(
          (before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)),
        ),
      add: (further) => setIds((before) => new Set([...before, ...further])),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}
