import { Dialog } from '@base-ui/react/dialog';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useMay } from '../api/session.js';
import { IconButton, type Opening } from '../ui/index.js';
import { NAVIGATION } from './navigation.js';
import styles from './shell.module.css';
import { TEXTS } from './texts.js';

const { sideNavigation: texts } = TEXTS;

/** The list of pages. The list is beside the page, or in a drawer on narrow screens. */
export function SideNavigation({ open, onOpenChange }: Opening) {
  return (
    <>
      <nav className={styles.side} aria-label={texts.pages}>
        <Places />
      </nav>
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className={styles.backdrop} />
          <Dialog.Popup className={styles.drawer}>
            <div className={styles.drawerHead}>
              <Dialog.Title render={<span />}>Lethe</Dialog.Title>
              <Dialog.Close render={<IconButton icon={X} label={texts.close} />} />
            </div>
            <nav aria-label={texts.pages}>
              <Places />
            </nav>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

function Places() {
  const may = useMay();
  return NAVIGATION.map(({ heading, places }) => {
    const offered = places.filter(({ scope }) => scope === undefined || may(scope));
    if (offered.length === 0) return null;
    return (
      <div key={heading ?? ''}>
        {heading !== undefined && <div className={styles.heading}>{heading}</div>}
        <ul className={styles.group}>
          {offered.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={styles.place} activeOptions={{ exact: to === '/' }}>
                <Icon aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}
