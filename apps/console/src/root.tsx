import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { meQuery } from './api/session.js';
import { FirstScreen } from './shell/first-screen.js';
import { Shell } from './shell/shell.js';

/** The sign-in page stands alone; everything else is for somebody who is signed in. */
export function Root() {
  // By what is shown, not by where it goes to: until that is loaded, the page before stands.
  const isSignIn = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === '/sign-in'),
  });
  return isSignIn ? <Outlet /> : <SignedIn />;
}

function SignedIn() {
  const me = useQuery(meQuery);
  if (me.data !== undefined) return <Shell />;
  return <FirstScreen error={me.error ?? me.failureReason} onRetry={() => void me.refetch()} />;
}
