import { useMutation } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog, type Opening } from './dialog.js';
import { ErrorState } from './error-state.js';
import shared from './shared.module.css';
import { TEXTS } from './texts.js';

interface ConfirmDialogProps extends Opening {
  /** A question, such as "Revoke the token ci?". */
  readonly title: string;
  /**
   * The effect of the action, the affected users, and whether the action can be undone. Several
   * sentences are shown as a list.
   */
  readonly consequence: ReactNode | readonly string[];
  /** The verb of the title, such as "Revoke token". */
  readonly confirmLabel: string;
  /**
   * Replaces "Cancel" where this label would be ambiguous, for example if the action is a cancel.
   */
  readonly dismissLabel?: string;
  readonly danger?: boolean;
  readonly children?: ReactNode;
  /** After success, the dialog closes. After a failure, it shows the error. */
  readonly onConfirm: () => Promise<unknown>;
}

/**
 * Asks the user to confirm an action that is hard to undo, and shows its effect. The focus is on
 * the cancel button.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, consequence, confirmLabel, danger = false } = props;
  const { dismissLabel = TEXTS.confirmDialog.cancel } = props;
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
      <div>{isList(consequence) ? <List of={consequence} /> : consequence}</div>
      {props.children}
      {action.isError && <ErrorState compact error={action.error} />}
    </Dialog>
  );
}

function isList(consequence: ReactNode | readonly string[]): consequence is readonly string[] {
  return Array.isArray(consequence);
}

function List({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={shared.list}>
      {of.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}
