import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
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
import { NotFoundPage } from './pages/not-found/not-found.page.js';
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

interface PageOptions<Search> {
  /** Reads the search parameters of the page. */
  readonly search?: (search: Record<string, unknown>) => Search;
  /** The user needs one of these scopes to see the page. */
  readonly needs?: readonly Scope[];
}

/** Creates the route of a page. The browser loads the code of the page on demand. */
const page = <const Path extends string, Search = object>(
  path: Path,
  load: () => Promise<{ readonly default: () => void }>,
  { search = () => ({}) as Search, needs }: PageOptions<Search> = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    component: lazyRouteComponent(untilLoaded(load)),
    staticData: { needs },
  });
const MAKES_REGULATIONS = ['regulations:suppress', 'regulations:delete'] as const;

const regulations = createRoute({
  ...{ getParentRoute: () => root, path: '/regulations', validateSearch: regulationsSearch },
  component: lazyRouteComponent(
    untilLoaded(() => import('./pages/regulations/regulations.page.js')),
  ),
  loaderDeps: ({ search }) => search,
  // Loads the rows while the browser loads the code of the page, if the token is allowed to read
  // them.
  loader: ({ context: { queries }, deps }) => {
    queries
      .query(meQuery)
      .then(({ scopes }) =>
        scopes.includes('regulations:read')
          ? queries.query(newestPage(regulationsList(deps)))
          : undefined,
      )
      .catch(() => undefined); // the page shows the error
  },
});

/**
 * All pages. A path must not begin with `session`, `sign-in/…` or `assets`, because the gateway
 * uses these paths. Paths and search parameters must not contain identifiers of users.
 */
const pages = [
  page('/', () => import('./pages/overview/overview.page.js')),
  regulations,
  page('/regulations/new', () => import('./pages/regulations/new-regulation.page.js'), {
    needs: MAKES_REGULATIONS,
  }),
  page('/regulations/$id', () => import('./pages/regulations/regulation.page.js'), {
    search: regulationSearch,
  }),
  page('/deletions', () => import('./pages/deletions/deletions.page.js'), {
    search: deletionsSearch,
  }),
  page('/imports', () => import('./pages/imports/imports.page.js')),
  page('/imports/new', () => import('./pages/imports/new-import.page.js'), {
    needs: MAKES_REGULATIONS,
  }),
  page('/imports/$id', () => import('./pages/imports/import.page.js')),
  page('/users', () => import('./pages/users/users.page.js'), { search: usersSearch }),
  page('/destinations', () => import('./pages/destinations/destinations.page.js'), {
    search: findSearch,
  }),
  page('/destinations/new', () => import('./pages/destinations/new-destination.page.js'), {
    needs: ['catalog:write'],
    search: newDestinationSearch,
  }),
  page('/destinations/$id', () => import('./pages/destinations/destination.page.js'), {
    search: destinationSearch,
  }),
  page('/sources', () => import('./pages/sources/sources.page.js'), { search: findSearch }),
  page('/sources/$id', () => import('./pages/sources/source.page.js')),
  page('/connections', () => import('./pages/connections/connections.page.js'), {
    search: connectionsSearch,
  }),
  page('/tokens', () => import('./pages/tokens/tokens.page.js'), {
    needs: ['tokens:write'],
    search: stateSearch,
  }),
  page('/system', () => import('./pages/system/system.page.js')),
  page('/data-planes', () => import('./pages/data-planes/data-planes.page.js'), {
    search: stateSearch,
  }),
  page('/transformations', () => import('./pages/transformations/transformations.page.js')),
  page('/transformations/new', () => import('./pages/transformations/new-transformation.page.js'), {
    needs: ['catalog:write'],
    search: playgroundSearch,
  }),
  page('/transformations/$id', () => import('./pages/transformations/transformation.page.js'), {
    search: transformationSearch,
  }),
  page('/libraries', () => import('./pages/libraries/libraries.page.js')),
  page('/libraries/new', () => import('./pages/libraries/new-library.page.js'), {
    needs: ['catalog:write'],
  }),
  page('/libraries/$id', () => import('./pages/libraries/library.page.js')),
  page('/playground', () => import('./pages/playground/playground.page.js'), {
    needs: ['tests:run'],
    search: playgroundSearch,
  }),
  page('/sign-in', () => import('./pages/sign-in/sign-in.page.js')),
];

/** Old path of the page of users. It redirects, so that old links work. */
const USERS_BEFORE = '/people';
const moved = createRoute({
  ...{ getParentRoute: () => root, path: USERS_BEFORE, validateSearch: usersSearch },
  beforeLoad: ({ search }) => {
    redirect({ to: '/users', search, replace: true, throw: true });
  },
});

/** Page that shows all UI components, in development only. */
const forDevelopment = import.meta.env.DEV
  ? [page('/kit', () => import('../kit/kit.page.js'))]
  : [];

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([...pages, moved, ...forDevelopment]),
    basepath: '/console',
    // Removes unknown parameters from the URL, including identifiers of users.
    search: { strict: true },
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Skeleton />,
    defaultPendingMs: 300,
    defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
    // Not necessary, because `shell.tsx` scrolls a new page to the top. A change of search
    // parameters keeps the scroll position.
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: readonly Scope[] | undefined;
  }
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
