import type { ReactNode } from 'react';
import { Button, Dialog } from '../../ui/index.js';

/** A form of a test case: it stays open while it is saved. */
export function CaseDialog({
  title,
  description,
  saveLabel = 'Save',
  isSound,
  isPending,
  onSave,
  onClose,
  more,
  children,
}: {
  readonly title: string;
  readonly description?: string;
  readonly saveLabel?: string;
  /** Whether it can be saved. */
  readonly isSound: boolean;
  readonly isPending: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
  /** Before the buttons. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isPending) onClose();
      }}
      title={title}
      size="l"
      {...(description !== undefined && { description })}
      footer={
        <>
          {more}
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button variant="primary" pending={isPending} disabled={!isSound} onClick={onSave}>
            {saveLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
