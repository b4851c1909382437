import { useMutation } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog, type Opening } from './dialog.js';
import { ErrorState } from './error-state.js';

interface ConfirmDialogProps extends Opening {
  /** A question: "Revoke the token ci?" */
  readonly title: string;
  /** What will happen, to whom, and whether it can be taken back. */
  readonly consequence: ReactNode;
  /** The verb of the title: "Revoke token". */
  readonly confirmLabel: string;
  /** Where "Cancel" could be taken for what is asked. */
  readonly dismissLabel?: string;
  readonly danger?: boolean;
  /** Further fields, such as a reason. */
  readonly children?: ReactNode;
  /** The dialog closes when it is done, and shows the error when it fails. */
  readonly onConfirm: () => Promise<unknown>;
}

/** Asks before what is hard to take back, and says what it would do. The focus is on the way out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, consequence, confirmLabel, danger = false } = props;
  const { dismissLabel = 'Cancel' } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const action = useMutation({ mutationFn: props.onConfirm });
  const close = (next: boolean) => {
    if (action.isPending) return;
    action.reset();
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={title}
      size="s"
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={() => close(false)}>
            {dismissLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            pending={action.isPending}
            onClick={() =>
              action.mutate(undefined, {
                onSuccess: () => onOpenChange(false),
              })
            }
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{consequence}</div>
      {props.children}
      {action.isError && <ErrorState compact error={action.error} />}
    </Dialog>
  );
}
