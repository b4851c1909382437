import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { focusAfterDialog } from '../lib/return-focus.js';
import { IconButton } from './button.js';
import { cx } from './class-names.js';
import styles from './dialog.module.css';
import { TEXTS } from './texts.js';

/** Props of a dialog. The parent component keeps the state `open`. */
export interface Opening {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export interface DialogProps extends Opening {
  readonly title: string;
  /** One sentence below the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons. The button of the main action comes last. */
  readonly footer?: ReactNode;
  readonly size?: 's' | 'm' | 'l';
  /** Element that gets the focus first. The default is the first field. */
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
              <Base.Close render={<IconButton icon={X} label={TEXTS.dialog.close} size="s" />} />
            </header>
            {children !== undefined && <div className={styles.body}>{children}</div>}
            {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
