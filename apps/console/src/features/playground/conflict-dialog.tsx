import { Button, Dialog, Diff } from '../../ui/index.js';
import type { SavedText } from './use-saved-text.js';

/** Somebody saved another code meanwhile: both are shown, and one of them is chosen. */
export function ConflictDialog({ text }: { readonly text: SavedText }) {
  const { theirs, code, leaveTheirs, takeTheirs, saveOverTheirs } = text;
  if (theirs === undefined) return null;
  return (
    <Dialog
      open
      onOpenChange={leaveTheirs}
      title="Somebody else saved it meanwhile"
      description="Theirs is before, yours is after. Nothing of yours was saved yet."
      size="l"
      footer={
        <>
          <Button onClick={leaveTheirs}>Go on editing</Button>
          <Button onClick={() => takeTheirs(theirs)}>Take theirs</Button>
          <Button variant="danger" onClick={() => saveOverTheirs(theirs)}>
            Save mine over it
          </Button>
        </>
      }
    >
      <Diff label="Theirs and yours" language="javascript" before={theirs.code} after={code} />
    </Dialog>
  );
}
