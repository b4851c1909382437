import { ID, OF_WORKSPACE, TIMES } from './columns.js';

export const WORKSPACES = [
  // A rate limit is null if the limit of the gateway applies. `deletion_delay_seconds` and
  // `deletion_deadline_days` begin at the creation of a deletion.
  `create table catalog.workspaces (
    ${ID} primary key,
    name text not null,
    deletions text not null default 'lethe' check (deletions in ('lethe', 'data-plane')),
    ${TIMES},
    deletion_delay_seconds integer not null default 3600
      check (deletion_delay_seconds between 0 and 2592000),
    deletion_deadline_days integer not null default 30
      check (deletion_deadline_days between 1 and 365),
    requests_per_second integer check (requests_per_second between 1 and 1000000),
    users_per_second integer check (users_per_second between 1 and 1000000),
    tests_per_second integer check (tests_per_second between 1 and 1000000)
  )`,
  `create table catalog.namespaces (
    ${ID} primary key,
    name text not null,
    ${TIMES}
  )`,
  `create table catalog.namespace_workspaces (
    namespace_id text collate "C" not null references catalog.namespaces on delete cascade,
    ${OF_WORKSPACE},
    primary key (namespace_id, workspace_id)
  )`,
  `create index namespace_workspaces_workspace on catalog.namespace_workspaces (workspace_id)`,

  // Rates that each gateway wants to use. The gateways exchange them to divide limits. The table is
  // unlogged, because its rows expire after a few seconds. Half of each page of the table stays
  // free, because gateways rewrite the rows each second.
  `create unlogged table catalog.rate_demands (
    subject text not null,
    gateway uuid not null,
    demand real not null,
    seen_at timestamptz not null,
    primary key (subject, gateway)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.5, autovacuum_vacuum_threshold = 1000)`,
];
