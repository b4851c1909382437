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

interface Place {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Second key after `g`. */
  readonly key: string;
  /** Without it the page is not offered. */
  readonly scope?: Scope;
  /** Other words by which the command bar finds it. */
  readonly keywords?: string;
}

/** The side navigation, the command bar and `g …`: a page is one line here, and one in `router.tsx`. */
export const NAVIGATION: readonly {
  readonly heading: string | undefined;
  readonly places: readonly Place[];
}[] = [
  {
    heading: undefined,
    places: [{ to: '/', label: 'Overview', icon: LayoutDashboard, key: 'o' }],
  },
  {
    heading: 'Privacy',
    places: [
      {
        ...{ to: '/regulations', label: 'Regulations', icon: ShieldBan, key: 'r' },
        ...{ scope: 'regulations:read', keywords: 'suppress delete users' },
      },
      {
        ...{ to: '/people', label: 'People', icon: UserSearch, key: 'u' },
        ...{ scope: 'regulations:read', keywords: 'users look up suppressed why unsuppress' },
      },
      {
        ...{ to: '/imports', label: 'Imports', icon: FileUp, key: 'i' },
        ...{ scope: 'regulations:read', keywords: 'upload csv ndjson file bulk' },
      },
      {
        ...{ to: '/deletions', label: 'Deletions', icon: Trash2, key: 'x' },
        ...{ scope: 'regulations:read', keywords: 'queue jobs retry pause resume overdue' },
      },
    ],
  },
  {
    heading: 'Events',
    places: [
      {
        ...{ to: '/transformations', label: 'Transformations', icon: Braces, key: 't' },
        ...{ scope: 'catalog:read', keywords: 'code javascript libraries versions' },
      },
      {
        ...{ to: '/playground', label: 'Playground', icon: FlaskConical, key: 'y' },
        ...{ scope: 'tests:run', keywords: 'test event try send' },
      },
    ],
  },
  {
    heading: 'Workspace',
    places: [
      {
        ...{ to: '/destinations', label: 'Destinations', icon: Send, key: 'd' },
        ...{ scope: 'catalog:read', keywords: 'types queue pause' },
      },
      {
        ...{ to: '/sources', label: 'Sources', icon: RadioTower, key: 's' },
        ...{ scope: 'catalog:read', keywords: 'write key' },
      },
      {
        ...{ to: '/connections', label: 'Connections', icon: Cable, key: 'n' },
        scope: 'catalog:read',
      },
      {
        ...{ to: '/data-planes', label: 'Data planes', icon: Database, key: 'p' },
        scope: 'catalog:read',
      },
      {
        ...{ to: '/tokens', label: 'Tokens', icon: KeyRound, key: 'k' },
        ...{ scope: 'tokens:write', keywords: 'access secret revoke' },
      },
      {
        ...{ to: '/system', label: 'System', icon: Server, key: 'h' },
        keywords: 'health version limits api reference errors who am i',
      },
    ],
  },
];
