import { useBlocker } from '@tanstack/react-router';

export interface UnsavedGuard {
  readonly isAsking: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/** Asks before another page is shown, or the tab is closed, while something is unsaved. The page's own search may change. */
export function useUnsavedGuard(isUnsaved: boolean): UnsavedGuard {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === 'blocked',
    leave: () => {
      blocker.proceed?.();
    },
    stay: () => {
      blocker.reset?.();
    },
  };
}
