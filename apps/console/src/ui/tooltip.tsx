import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './popup.module.css';

/**
 * All tooltips share one popup, because a list mounts dozens of tooltips in a second of scrolling.
 */
const popup = Base.createHandle<ReactNode>();

/**
 * Shows a text on hover or focus. Put necessary information on the page, and not only in a tooltip.
 */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return <Base.Trigger handle={popup} payload={text} render={children} />;
}

/** Provides the shared popup to all tooltips inside. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={400}>
      {children}
      <Base.Root handle={popup}>
        {({ payload }) => (
          <Base.Portal>
            {/* Hidden from screen readers, because the text is the name of the trigger or repeats
               the name. */}
            <Base.Positioner sideOffset={6} className={styles.positioner} aria-hidden>
              <Base.Popup className={styles.tooltip}>{payload}</Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
