import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import styles from './popup.module.css';

/** Of the one popup that all tooltips share: a list mounts dozens of them a second while it is scrolled. */
const popup = Base.createHandle<ReactNode>();

/** Says a little more of what is pointed at or focused. What everybody must know stands on the page. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return <Base.Trigger handle={popup} payload={text} render={children} />;
}

/** Around everything that has tooltips. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={400}>
      {children}
      <Base.Root handle={popup}>
        {({ payload }) => (
          <Base.Portal>
            {/* Its text is the name of what it is at, or more of what that says already. */}
            <Base.Positioner sideOffset={6} className={styles.positioner} aria-hidden>
              <Base.Popup className={styles.tooltip}>{payload}</Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
