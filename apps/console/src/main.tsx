import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.js';
import { meQuery } from './api/session.js';
import './lib/theme.js';
import { returnAddress } from './lib/return-address.js';
import { keepFocus } from './lib/return-focus.js';
import { createConsoleRouter } from './router.js';
import './ui/tokens.css';
import './ui/base.css';
import { Toasts } from './ui/toast.js';
import { TooltipProvider } from './ui/tooltip.js';

const queries = createQueryClient(() => {
  const { pathname, searchStr } = router.state.location;
  if (pathname === '/sign-in') return;
  const wasSignedIn = queries.getQueryData(meQuery.queryKey) !== undefined;
  returnAddress.keep(pathname, searchStr, wasSignedIn);
  void router.navigate({ to: '/sign-in' }).then(() => {
    // The next user must not see data of the previous user. The queries of the sign-in page are
    // kept, because this page is shown now.
    queries.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'sign-in' });
    queries.getMutationCache().clear();
  });
});
returnAddress.resume();
const router = createConsoleRouter(queries);
// Loads the identity while the browser loads the code of the page. If the query fails, the page
// shows the error.
if (router.state.location.pathname !== '/sign-in') queries.query(meQuery).catch(() => undefined);

const host = document.getElementById('root');
if (host === null) throw new Error('index.html has no #root');
keepFocus();
createRoot(host).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <TooltipProvider>
          <RouterProvider router={router} />
          <Toasts />
        </TooltipProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
