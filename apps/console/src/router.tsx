import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { newestPage } from './api/events/use-followed-list.js';
import { regulationsList } from './api/regulations.js';
import { meQuery, type Scope } from './api/session.js';
import { untilLoaded } from './api/until-loaded.js';
import { stateSearch } from './features/access/state.search.js';
import { connectionsSearch } from './pages/connections/connections.search.js';
import { deletionsSearch } from './pages/deletions/deletions.search.js';
import {
  destinationSearch,
  findSearch,
  newDestinationSearch,
} from './pages/destinations/destinations.search.js';
import { NotFoundPage } from './pages/not-found.page.js';
import { playgroundSearch } from './pages/playground/playground.search.js';
import { regulationSearch, regulationsSearch } from './pages/regulations/regulations.search.js';
import { transformationSearch } from './pages/transformations/transformation.search.js';
import { usersSearch } from './pages/users/users.search.js';
import { Root } from './root.js';
import { ErrorState, Skeleton } from './ui/index.js';

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFoundPage,
});
const lazy: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(untilLoaded(load), name);
/** Scopes of which one is enough: without any of them the page is not shown, also to those who know its address. */
const needs = (...scopes: readonly Scope[]) => ({ staticData: { needs: scopes } });
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

/**
 * Every page: its path, what of its state is in the URL, and its code, which comes when it is shown or pointed at. A path must
 * not begin as one of the gateway's own does: `session`, `sign-in/…`, `assets`. Identifiers of users are never in paths nor searches.
 */
const pages = [
  createRoute({ ...at('/'), component: lazy(() => import('./pages/overview/overview.page.js')) }),
  createRoute({
    ...at('/regulations'),
    validateSearch: regulationsSearch,
    loaderDeps: ({ search }) => search,
    // Its rows are asked for beside the code of the page, as soon as somebody is known to be signed in.
    loader: ({ context: { queries }, deps }) => {
      queries
        .query(meQuery)
        .then(({ scopes }) =>
          scopes.includes('regulations:read')
            ? queries.query(newestPage(regulationsList(deps)))
            : undefined,
        )
        .catch(() => undefined); // the page says what went wrong
    },
    component: lazy(() => import('./pages/regulations/regulations.page.js')),
  }),
  createRoute({
    ...at('/regulations/new'),
    ...needs('regulations:suppress', 'regulations:delete'),
    component: lazy(() => import('./pages/regulations/new-regulation.page.js')),
  }),
  createRoute({
    ...at('/regulations/$id'),
    validateSearch: regulationSearch,
    component: lazy(() => import('./pages/regulations/regulation.page.js')),
  }),
  createRoute({
    ...at('/deletions'),
    validateSearch: deletionsSearch,
    component: lazy(() => import('./pages/deletions/deletions.page.js')),
  }),
  createRoute({
    ...at('/imports'),
    component: lazy(() => import('./pages/imports/imports.page.js')),
  }),
  createRoute({
    ...at('/imports/new'),
    ...needs('regulations:suppress', 'regulations:delete'),
    component: lazy(() => import('./pages/imports/new-import.page.js')),
  }),
  createRoute({
    ...at('/imports/$id'),
    component: lazy(() => import('./pages/imports/import.page.js')),
  }),
  createRoute({
    ...at('/people'),
    validateSearch: usersSearch,
    component: lazy(() => import('./pages/users/users.page.js')),
  }),
  createRoute({
    ...at('/destinations'),
    validateSearch: findSearch,
    component: lazy(() => import('./pages/destinations/destinations.page.js')),
  }),
  createRoute({
    ...at('/destinations/new'),
    ...needs('catalog:write'),
    validateSearch: newDestinationSearch,
    component: lazy(() => import('./pages/destinations/new-destination.page.js')),
  }),
  createRoute({
    ...at('/destinations/$id'),
    validateSearch: destinationSearch,
    component: lazy(() => import('./pages/destinations/destination.page.js')),
  }),
  createRoute({
    ...at('/sources'),
    validateSearch: findSearch,
    component: lazy(() => import('./pages/sources/sources.page.js')),
  }),
  createRoute({
    ...at('/sources/$id'),
    component: lazy(() => import('./pages/sources/source.page.js')),
  }),
  createRoute({
    ...at('/connections'),
    validateSearch: connectionsSearch,
    component: lazy(() => import('./pages/connections/connections.page.js')),
  }),
  createRoute({
    ...at('/tokens'),
    ...needs('tokens:write'),
    validateSearch: stateSearch,
    component: lazy(() => import('./pages/tokens/tokens.page.js')),
  }),
  createRoute({
    ...at('/system'),
    component: lazy(() => import('./pages/system/system.page.js')),
  }),
  createRoute({
    ...at('/data-planes'),
    validateSearch: stateSearch,
    component: lazy(() => import('./pages/data-planes/data-planes.page.js')),
  }),
  createRoute({
    ...at('/transformations'),
    component: lazy(() => import('./pages/transformations/transformations.page.js')),
  }),
  createRoute({
    ...at('/transformations/new'),
    ...needs('catalog:write'),
    validateSearch: playgroundSearch,
    component: lazy(() => import('./pages/transformations/new-transformation.page.js')),
  }),
  createRoute({
    ...at('/transformations/$id'),
    validateSearch: transformationSearch,
    component: lazy(() => import('./pages/transformations/transformation.page.js')),
  }),
  createRoute({
    ...at('/libraries'),
    component: lazy(() => import('./pages/libraries/libraries.page.js')),
  }),
  createRoute({
    ...at('/libraries/new'),
    ...needs('catalog:write'),
    component: lazy(() => import('./pages/libraries/new-library.page.js')),
  }),
  createRoute({
    ...at('/libraries/$id'),
    component: lazy(() => import('./pages/libraries/library.page.js')),
  }),
  createRoute({
    ...at('/playground'),
    ...needs('tests:run'),
    validateSearch: playgroundSearch,
    component: lazy(() => import('./pages/playground/playground.page.js')),
  }),
  createRoute({
    ...at('/sign-in'),
    component: lazy(() => import('./pages/sign-in/sign-in.page.js')),
  }),
];

/** Parts that pages are made of, for those who make pages: not in what is built. */
const forDevelopment = import.meta.env.DEV
  ? [createRoute({ ...at('/kit'), component: lazy(() => import('../kit/kit.page.js')) })]
  : [];

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([...pages, ...forDevelopment]),
    basepath: '/console',
    // What no page knows of is taken out of the URL, an identifier that somebody put there included.
    search: { strict: true },
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Skeleton />,
    defaultPendingMs: 300,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
    // A page keeps its place while its own search changes; a new page begins at its top (shell.tsx).
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: readonly Scope[];
  }
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
