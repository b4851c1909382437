import { Button, Dialog, Diff } from '../../ui/index.js';
import { TEXTS } from './texts.js';
import type { SavedText } from './use-saved-text.js';

const { conflictDialog: texts } = TEXTS;

/**
 * Shows the saved and the edited version of the code if another user has saved a change. The user
 * chooses a version.
 */
export function ConflictDialog({ text }: { readonly text: SavedText }) {
  const { theirs, code, leaveTheirs, takeTheirs, saveOverTheirs } = text;
  if (theirs === undefined) return null;
  return (
    <Dialog
      open
      onOpenChange={leaveTheirs}
      title={texts.title}
      description={texts.description}
      size="l"
      footer={
        <>
          <Button onClick={leaveTheirs}>{texts.goOn}</Button>
          <Button onClick={() => takeTheirs(theirs)}>{texts.takeTheirs}</Button>
          <Button variant="danger" onClick={() => saveOverTheirs(theirs)}>
            {texts.saveMine}
          </Button>
        </>
      }
    >
      <Diff label={texts.comparison} language="javascript" before={theirs.code} after={code} />
    </Dialog>
  );
}
