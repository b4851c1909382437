import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

type Change = (...input: never[]) => Promise<unknown>;

/**
 * A hook with what can be changed of a resource. What was kept of `concerned`, first elements of keys of queries, is asked for again before a
 * change resolves; also when it was refused or its answer was lost.
 */
export function changesOf<Changes extends Readonly<Record<string, Change>>>(
  concerned: readonly string[],
  make: (queries: QueryClient) => Changes,
): () => Changes {
  return function useChanges() {
    const queries = useQueryClient();
    return useMemo(() => {
      const refresh = () =>
        Promise.all(concerned.map((key) => queries.invalidateQueries({ queryKey: [key] })));
      const refreshing =
        (change: Change): Change =>
        async (...input) => {
          const asked = change(...input);
          // Who asked hears of a failure at once.
          asked.catch(refresh);
          const answer = await asked;
          await refresh();
          return answer;
        };
      const all = Object.entries(make(queries)).map(([name, one]) => [name, refreshing(one)]);
      return Object.fromEntries(all) as Changes;
    }, [queries]);
  };
}
