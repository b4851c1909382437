import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { testTransformation, type TestRunInput } from '../../api/tests.js';

const DEBOUNCE_MS = 250;

/**
 * Runs what somebody writes as they write: a little after the last key, and the run before is aborted.
 * What is shown stays until the next answer is there; events are in no key and no cache beyond the page.
 */
export function useTestRun(input: TestRunInput | undefined, isAutomatic: boolean) {
  const id = useId();
  const [asked, setAsked] = useState<{ readonly input: TestRunInput; readonly number: number }>();
  const newest = useRef(input);
  newest.current = input;
  const run = useCallback(() => {
    const { current } = newest;
    if (current === undefined) return;
    setAsked((last) => ({ input: current, number: (last?.number ?? 0) + 1 }));
  }, []);
  useEffect(() => {
    if (!isAutomatic || input === undefined) return undefined;
    const timer = setTimeout(run, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isAutomatic, input, run]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['test-run', id, asked?.number ?? 0],
    queryFn: async ({ signal }) => {
      if (asked === undefined) throw new TypeError('nothing was asked');
      const answer = await testTransformation(asked.input, signal);
      return { answer, of: asked.input };
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    ...{ gcTime: 0, staleTime: Infinity, retry: false, refetchOnWindowFocus: false },
  });
  return {
    run,
    /** With the input that it is of. */
    result: data,
    error,
    isRunning: isFetching,
    isCurrent: asked?.input === input && !isFetching,
  };
}
