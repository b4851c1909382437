import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurlRequest } from '../lib/curl.js';
import { usePageTitle } from '../lib/page-title.js';
import { CurlButton } from './curl-button.js';
import styles from './page-header.module.css';

export interface Crumb {
  readonly label: string;
  readonly to: LinkProps['to'];
}

/** The head of a page: its one h1, and what can be done. The title is that of the browser's tab, so it has no identifier. */
export function PageHeader({
  title,
  heading,
  crumbs = [],
  description,
  badge,
  request,
  actions,
}: {
  readonly title: string;
  /** Shown in place of the title, where it needs to say more than a tab may. */
  readonly heading?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly description?: ReactNode;
  readonly badge?: ReactNode;
  /** What the page asks, or would send, for scripts. */
  readonly request?: CurlRequest;
  /** Buttons, the primary one last. */
  readonly actions?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <header className={styles.header}>
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumbs" className={styles.crumbs}>
          {crumbs.map(({ label, to }) => (
            <span key={label}>
              <Link to={to}>{label}</Link>
              <ChevronRight aria-hidden />
            </span>
          ))}
        </nav>
      )}
      <div className={styles.row}>
        <div className={styles.words}>
          <div className={styles.titleRow}>
            <h1 className={styles.title}>{heading ?? title}</h1>
            {badge}
          </div>
          {description !== undefined && <p className={styles.description}>{description}</p>}
        </div>
        {(request ?? actions) !== undefined && (
          <div className={styles.actions}>
            {request && <CurlButton request={request} />}
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
