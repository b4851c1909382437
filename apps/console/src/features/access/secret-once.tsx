import type { ReactNode } from 'react';
import { Button, CopyButton, Dialog } from '../../ui/index.js';
import styles from './access.module.css';

/** A secret that was just made. It is shown now and never again, and is forgotten with the dialog. */
export function SecretOnce({
  title,
  secret,
  onClose,
  children,
}: {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** Where it belongs. */
  readonly children?: ReactNode;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description="This is its secret. It is shown now, and never again: Lethe does not keep it."
      footer={
        <>
          <CopyButton text={secret} label="Copy the secret" withLabel size="m" />
          <Button variant="primary" onClick={onClose}>
            I have it
          </Button>
        </>
      }
    >
      <code className={styles.secret} tabIndex={0} aria-label="Secret">
        {secret}
      </code>
      {children}
    </Dialog>
  );
}
