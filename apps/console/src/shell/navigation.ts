import type { LinkProps } from '@tanstack/react-router';
import {
  Braces,
  Cable,
  Database,
  FileUp,
  FlaskConical,
  KeyRound,
  LayoutDashboard,
  RadioTower,
  Send,
  Server,
  ShieldBan,
  Trash2,
  UserSearch,
  type LucideIcon,
} from 'lucide-react';
import type { Scope } from '../api/session.js';
import { TEXTS } from './texts.js';

interface Place {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Key that opens the page if it follows the key `g`. */
  readonly key: string;
  /** The page is listed only if the token has this scope. */
  readonly scope?: Scope;
  /** Additional words by which the command bar finds the page. */
  readonly keywords?: string;
}

const { headings, ...PLACES } = TEXTS.navigation;

/**
 * Pages for the side navigation, the command bar and the shortcuts `g …`. A new page needs one
 * entry here and one entry in `router.tsx`.
 */
export const NAVIGATION: readonly {
  readonly heading: string | undefined;
  readonly places: readonly Place[];
}[] = [
  {
    heading: undefined,
    places: [{ ...PLACES.overview, to: '/', icon: LayoutDashboard, key: 'o' }],
  },
  {
    heading: headings.privacy,
    places: [
      {
        ...PLACES.regulations,
        ...{ to: '/regulations', icon: ShieldBan, key: 'r', scope: 'regulations:read' },
      },
      {
        ...PLACES.users,
        ...{ to: '/users', icon: UserSearch, key: 'u', scope: 'regulations:read' },
      },
      {
        ...PLACES.imports,
        ...{ to: '/imports', icon: FileUp, key: 'i', scope: 'regulations:read' },
      },
      {
        ...PLACES.deletions,
        ...{ to: '/deletions', icon: Trash2, key: 'x', scope: 'regulations:read' },
      },
    ],
  },
  {
    heading: headings.events,
    places: [
      {
        ...PLACES.transformations,
        ...{ to: '/transformations', icon: Braces, key: 't', scope: 'catalog:read' },
      },
      {
        ...PLACES.playground,
        ...{ to: '/playground', icon: FlaskConical, key: 'y', scope: 'tests:run' },
      },
    ],
  },
  {
    heading: headings.workspace,
    places: [
      {
        ...PLACES.destinations,
        ...{ to: '/destinations', icon: Send, key: 'd', scope: 'catalog:read' },
      },
      {
        ...PLACES.sources,
        ...{ to: '/sources', icon: RadioTower, key: 's', scope: 'catalog:read' },
      },
      {
        ...PLACES.connections,
        ...{ to: '/connections', icon: Cable, key: 'n', scope: 'catalog:read' },
      },
      {
        ...PLACES.dataPlanes,
        ...{ to: '/data-planes', icon: Database, key: 'p', scope: 'catalog:read' },
      },
      {
        ...PLACES.tokens,
        ...{ to: '/tokens', icon: KeyRound, key: 'k', scope: 'tokens:write' },
      },
      { ...PLACES.system, to: '/system', icon: Server, key: 'h' },
    ],
  },
];
