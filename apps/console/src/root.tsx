import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { ApiError } from './api/api-error.js';
import { meQuery } from './api/session.js';
import styles from './shell/first-screen.module.css';
import { Shell } from './shell/shell.js';
import { ErrorState } from './ui/index.js';
import { Logo } from './ui/logo.js';
import { UnreachableBanner } from './ui/unreachable-banner.js';

/** The sign-in page stands alone; everything else is for somebody who is signed in. */
export function Root() {
  // By what is shown, not by where it goes to: until that is loaded, the page before stands.
  const isSignIn = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === '/sign-in'),
  });
  return isSignIn ? <Outlet /> : <SignedIn />;
}

/** Until it is known who is signed in, the one error that is shown is no 401: that is on its way to the sign-in page. */
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
