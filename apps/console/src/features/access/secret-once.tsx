import type { ReactNode } from 'react';
import { Button, CopyButton, Dialog } from '../../ui/index.js';
import styles from './access.module.css';
import { TEXTS } from './texts.js';

const { secretOnce: texts } = TEXTS;

/** Shows a new secret. The console does not keep the secret after the dialog is closed. */
export function SecretOnce({
  title,
  secret,
  onClose,
  children,
}: {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** Instructions for the use of the secret. */
  readonly children?: ReactNode;
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={texts.description}
      footer={
        <>
          <CopyButton text={secret} label={texts.copy} withLabel size="m" />
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <code className={styles.secret} tabIndex={0} aria-label={texts.secret}>
        {secret}
      </code>
      {children}
    </Dialog>
  );
}
