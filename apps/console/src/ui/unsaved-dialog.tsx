import { useUnsavedGuard } from './use-unsaved-guard.js';
import { ConfirmDialog } from './confirm-dialog.js';

/** Asks before a page is left whose changes would be lost. */
export function UnsavedDialog({
  isUnsaved,
  what,
}: {
  readonly isUnsaved: boolean;
  /** "Your changes of the code". */
  readonly what: string;
}) {
  const guard = useUnsavedGuard(isUnsaved);
  return (
    <ConfirmDialog
      open={guard.isAsking}
      onOpenChange={(open) => {
        if (!open) guard.stay();
      }}
      title="Leave without saving?"
      consequence={`${what} would be lost.`}
      confirmLabel="Leave"
      danger
      onConfirm={() => {
        guard.leave();
        return Promise.resolve();
      }}
    />
  );
}
