import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

type Change = (...input: never[]) => Promise<unknown>;

/**
 * Returns a hook with functions that change a resource. After a change, a function refetches the
 * queries whose key begins with an element of `concerned`, and then resolves. A failed change
 * refetches them too, because the gateway can have made the change although the response was lost.
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
          const result = change(...input);
          // After a failure, the caller does not wait for the refetch.
          result.catch(refresh);
          const answer = await result;
          await refresh();
          return answer;
        };
      const all = Object.entries(make(queries)).map(([name, one]) => [name, refreshing(one)]);
      return Object.fromEntries(all) as Changes;
    }, [queries]);
  };
}
