import { useId, type ReactNode } from 'react';
import type { CurlRequest } from '../lib/curl.js';
import { Button } from './button.js';
import { Stack } from './card.js';
import { CurlButton } from './curl-button.js';
import { Dialog, type DialogProps } from './dialog.js';
import { ErrorState } from './error-state.js';
import { TEXTS } from './texts.js';

/**
 * A dialog with a form that creates or saves something. The dialog stays open during the request,
 * and shows the error of the request.
 */
export function CreateDialog({
  label,
  isComplete,
  making,
  onClose,
  request,
  children,
  ...dialog
}: Pick<DialogProps, 'title' | 'description' | 'size'> & {
  /** Verb on the button. */
  readonly label: string;
  readonly isComplete: boolean;
  readonly making: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly mutate: () => void;
  };
  readonly onClose: () => void;
  /** Request that a button shows as a curl command. */
  readonly request?: CurlRequest;
  readonly children: ReactNode;
}) {
  const form = useId();
  const { isPending, error } = making;
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!isPending) onClose();
      }}
      {...dialog}
      footer={
        <>
          {request && <CurlButton request={request} />}
          <Button disabled={isPending} onClick={onClose}>
            {TEXTS.createDialog.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            pending={isPending}
            disabled={!isComplete}
          >
            {label}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isPending) making.mutate();
        }}
      >
        <Stack>
          {children}
          {error !== null && <ErrorState compact error={error} />}
        </Stack>
      </form>
    </Dialog>
  );
}
