import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { ApiError } from './api/api-error.js';
import { meQuery } from './api/session.js';
import styles from './shell/first-screen.module.css';
import { Shell } from './shell/shell.js';
import { ErrorState } from './ui/index.js';
import { Logo } from './ui/logo.js';
import { UnreachableBanner } from './ui/unreachable-banner.js';

/** Shows the sign-in page without a frame, and all other pages only after sign-in. */
export function Root() {
  // Reads the shown page instead of the URL, because the previous page stays until the next page is
  // loaded.
  const isSignIn = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === '/sign-in'),
  });
  return isSignIn ? <Outlet /> : <SignedIn />;
}

/**
 * Shows the frame when the identity is loaded. Before that, shows errors except status 401 and
 * outages. Status 401 leads to the sign-in page, and the banner reports outages.
 */
function SignedIn() {
  const me = useQuery(meQuery);
  if (me.data !== undefined) return <Shell />;
  const error = me.error ?? me.failureReason;
  const isShown = error instanceof ApiError && error.status !== 401 && !error.isUnreachable;
  return (
    <main className={styles.screen}>
      <UnreachableBanner />
      <div className={styles.middle}>
        <Logo />
        {isShown && <ErrorState error={error} onRetry={() => void me.refetch()} />}
      </div>
    </main>
  );
}
