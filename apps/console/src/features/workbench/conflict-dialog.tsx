import { Button, Dialog, Diff } from '../../ui/index.js';
import type { SavedModule } from './use-saved-text.js';

/** Somebody saved another code meanwhile: both are shown, and one of them is chosen. */
export function ConflictDialog({
  theirs,
  code,
  onTakeTheirs,
  onKeepMine,
  onClose,
}: {
  /** Undefined: there is no conflict. */
  readonly theirs: SavedModule | undefined;
  readonly code: string;
  readonly onTakeTheirs: (theirs: SavedModule) => void;
  readonly onKeepMine: (theirs: SavedModule) => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={theirs !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Somebody else saved it meanwhile"
      description="Theirs is before, yours is after. Nothing of yours was saved yet."
      size="l"
      footer={
        theirs && (
          <>
            <Button onClick={onClose}>Go on editing</Button>
            <Button onClick={() => onTakeTheirs(theirs)}>Take theirs</Button>
            <Button variant="danger" onClick={() => onKeepMine(theirs)}>
              Save mine over it
            </Button>
          </>
        )
      }
    >
      {theirs && (
        <Diff label="Theirs and yours" language="javascript" before={theirs.code} after={code} />
      )}
    </Dialog>
  );
}
