import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.js';
import { TEXTS } from './texts.js';

/**
 * Asks before the user leaves the page or closes the tab with unsaved changes. Does not ask if only
 * the query string of the URL changes.
 */
export function UnsavedDialog({
  isUnsaved,
  consequence,
}: {
  readonly isUnsaved: boolean;
  /** For example "Your changes will be lost." */
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
      title={TEXTS.unsavedDialog.title}
      consequence={consequence}
      confirmLabel={TEXTS.unsavedDialog.leave}
      danger
      onConfirm={() => {
        leaving.proceed?.();
        return Promise.resolve();
      }}
    />
  );
}
