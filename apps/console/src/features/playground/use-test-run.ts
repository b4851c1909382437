import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { testTransformation, type TestRunInput } from '../../api/tests.js';

const DEBOUNCE_MS = 250;

/**
 * Runs the code 250 ms after the last change, if `isAutomatic` is true. A new run aborts the
 * previous run. The old result stays until the next result arrives. Events are not part of query
 * keys, and are not cached after the user leaves the page.
 */
export function useTestRun(input: TestRunInput | undefined, isAutomatic: boolean) {
  const id = useId();
  const [sent, setSent] = useState<{ readonly input: TestRunInput; readonly number: number }>();
  const newest = useRef(input);
  newest.current = input;
  const run = useCallback(() => {
    const { current } = newest;
    if (current === undefined) return;
    setSent((last) => ({ input: current, number: (last?.number ?? 0) + 1 }));
  }, []);
  useEffect(() => {
    if (!isAutomatic || input === undefined) return undefined;
    const timer = setTimeout(run, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isAutomatic, input, run]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['test-run', id, sent?.number ?? 0],
    queryFn: async ({ signal }) => {
      if (sent === undefined) throw new TypeError('nothing was asked');
      const answer = await testTransformation(sent.input, signal);
      return { answer, of: sent.input };
    },
    enabled: sent !== undefined,
    placeholderData: keepPreviousData,
    ...{ gcTime: 0, staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
  });
  return {
    run,
    /** The last result and its input. */
    result: data,
    error,
    isRunning: isFetching,
    isCurrent: sent?.input === input && !isFetching,
  };
}
