import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.js';

/** Asks before a page is left, or its tab closed, whose changes would be lost. The page's own search may change. */
export function UnsavedDialog({
  isUnsaved,
  consequence,
}: {
  readonly isUnsaved: boolean;
  /** "Your changes would be lost." */
  readonly consequence: string;
}) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      onOpenChange={() => leaving.reset?.()}
      title="Leave without saving?"
      consequence={consequence}
      confirmLabel="Leave"
      danger
      onConfirm={() => {
        leaving.proceed?.();
        return Promise.resolve();
      }}
    />
  );
}
