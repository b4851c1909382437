import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurlRequest } from '../lib/curl.js';
import type { GuidePage } from '../lib/guides.js';
import { usePageTitle } from '../lib/page-title.js';
import { CurlButton } from './curl-button.js';
import { HelpLink } from './help-link.js';
import styles from './page-header.module.css';
import { TEXTS } from './texts.js';

export interface Crumb {
  readonly label: string;
  readonly to: LinkProps['to'];
}

/**
 * The header of a page, with its only `h1` and its actions. The title is also the title of the
 * browser tab, so it must not contain identifiers of users.
 */
export function PageHeader({
  title,
  heading,
  crumbs = [],
  description,
  badge,
  guide,
  request,
  actions,
}: {
  readonly title: string;
  /** Replaces the title on the page. The browser tab does not show it. */
  readonly heading?: ReactNode;
  readonly crumbs?: readonly Crumb[];
  readonly description?: ReactNode;
  readonly badge?: ReactNode;
  /** Page of the guides that explains this page. */
  readonly guide?: GuidePage | undefined;
  /** Request of the page, which a button shows as a curl command. */
  readonly request?: CurlRequest;
  /** Buttons. The primary button comes last. */
  readonly actions?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <header className={styles.header}>
      {crumbs.length > 0 && (
        <nav aria-label={TEXTS.pageHeader.breadcrumbs} className={styles.crumbs}>
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
            {guide && <HelpLink page={guide} about={title} />}
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
