import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { focusAfterDialog } from '../lib/return-focus.js';
import { IconButton } from './button.js';
import { cx } from './class-names.js';
import styles from './dialog.module.css';

/** Whether it is open is the state of what shows it. */
export interface Opening {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export interface DialogProps extends Opening {
  readonly title: string;
  /** One sentence below the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the one that does it last. */
  readonly footer?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
  /** What has the focus first; the first field otherwise. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'm' } = props;
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={cx(styles.popup, styles[size])}
            finalFocus={focusAfterDialog}
            {...(props.initialFocus && { initialFocus: props.initialFocus })}
          >
            <header className={styles.header}>
              <div>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {description !== undefined && (
                  <Base.Description className={styles.description}>{description}</Base.Description>
                )}
              </div>
              <Base.Close render={<IconButton icon={X} label="Close" size="s" />} />
            </header>
            {children !== undefined && <div className={styles.body}>{children}</div>}
            {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
