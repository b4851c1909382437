import { ID, OF_WORKSPACE, TIMES } from './columns.js';
import { TRANSFORMATION_VERSIONS } from './transformation-versions.js';

/** Kind of resource that has test cases → table of these resources. */
const TESTED = { transformation: 'transformations', destination: 'destinations' } as const;

/** `content` is `json` and not `jsonb`, so that the members of the event keep their order. */
const TEST_CASES = [
  `create table catalog.test_cases (
    ${OF_WORKSPACE},
    id text collate "C" not null,
    transformation_id text collate "C",
    destination_id text collate "C",
    name text not null,
    content json not null,
    ${TIMES},
    primary key (workspace_id, id),
    check (num_nonnulls(transformation_id, destination_id) = 1)
  )`,
  ...Object.entries(TESTED).flatMap(([owner, table]) => [
    `alter table catalog.test_cases add constraint test_cases_${owner}
      foreign key (workspace_id, ${owner}_id) references catalog.${table} on delete cascade`,
    `create unique index test_cases_${owner}_name
      on catalog.test_cases (workspace_id, ${owner}_id, name) where ${owner}_id is not null`,
  ]),
];

export const RESOURCES = [
  `create table catalog.sources (
    ${OF_WORKSPACE},
    ${ID},
    name text not null,
    type text not null,
    write_key text not null,
    enabled boolean not null,
    config jsonb not null,
    ${TIMES},
    primary key (workspace_id, id)
  )`,
  'create index sources_by_write_key on catalog.sources (write_key)',
  `create table catalog.transformations (
    ${OF_WORKSPACE},
    ${ID},
    name text not null,
    code text not null,
    ${TIMES},
    version integer not null default 1,
    primary key (workspace_id, id)
  )`,
  ...TRANSFORMATION_VERSIONS,
  `create table catalog.transformation_libraries (
    ${OF_WORKSPACE},
    ${ID},
    name text not null,
    code text not null,
    ${TIMES},
    primary key (workspace_id, id),
    unique (workspace_id, name)
  )`,
  `create table catalog.credentials (
    ${OF_WORKSPACE},
    key text not null,
    value text not null,
    ${TIMES},
    primary key (workspace_id, key)
  )`,
  `create table catalog.destinations (
    ${OF_WORKSPACE},
    ${ID},
    name text not null,
    type text not null,
    enabled boolean not null,
    connection_mode text not null check (connection_mode in ('cloud', 'device', 'hybrid')),
    config jsonb not null,
    transformation_id text collate "C",
    ${TIMES},
    primary key (workspace_id, id),
    foreign key (workspace_id, transformation_id) references catalog.transformations
  )`,
  `create index destinations_transformation on catalog.destinations
    (workspace_id, transformation_id) where transformation_id is not null`,
  `create table catalog.connections (
    workspace_id text collate "C" not null,
    source_id text collate "C" not null,
    destination_id text collate "C" not null,
    enabled boolean not null,
    ${TIMES},
    ${ID} default 'con_' || replace(gen_random_uuid()::text, '-', ''),
    primary key (workspace_id, source_id, destination_id),
    unique (workspace_id, id),
    foreign key (workspace_id, source_id) references catalog.sources on delete cascade,
    foreign key (workspace_id, destination_id) references catalog.destinations on delete cascade
  )`,
  'create index connections_destination on catalog.connections (workspace_id, destination_id)',
  ...TEST_CASES,

  // The table has one row with an encrypted text. With it, Lethe detects a wrong key at the start
  // and not at a request. `sealed_version` tells which kinds of secrets are encrypted. If a later
  // release makes further variables secret, its first start encrypts them.
  `create table catalog.secret_check (
    only_row boolean primary key default true check (only_row),
    sealed text not null,
    sealed_version int not null default 1
  )`,
];
