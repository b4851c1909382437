import { SCHEMA } from '../../schema-name.js';

/** Rows live for milliseconds, so it is vacuumed by count instead of by share. */
export const OUTBOX_TABLE = `
  create table ${SCHEMA}.outbox (
    id bigint generated always as identity primary key,
    topic text not null,
    key text not null,
    event_type text not null,
    event_id text not null,
    occurred_at text not null,
    data text not null,
    traceparent text
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000)`;

/** What the relay publishes, how far it is, and by what a restore of the database is noticed. */
export const RELAY = [
  OUTBOX_TABLE,

  // The position is one on a certain topic, and says how far it went there. `epoch`: how often everything was to be published again; a
  // position counts in its own epoch only. `is_told`: since `told_since` everything has been published, and the relay's record says so.
  // Cluster and topic: null while it is not known where was published. Offsets are by partition.
  `create table ${SCHEMA}.relay_positions (
     name text primary key,
     position bigint not null,
     epoch bigint not null default 0,
     is_told boolean not null default false,
     told_since timestamptz not null default clock_timestamp(),
     cluster_id text,
     topic_id text,
     start_offsets bigint[],
     end_offsets bigint[]
   )`,
  `insert into ${SCHEMA}.relay_positions (name, position) values ('suppressions', 0)`,

  // Rows of catalog.revocations that the relay has published, and in which epoch: it may only read that table.
  `create table ${SCHEMA}.told_revocations (
     hash bytea primary key,
     epoch bigint not null,
     reason text not null,
     revoked_at timestamptz not null
   )`,

  // A new value after each restore: clients with a position of another generation start again.
  `create table ${SCHEMA}.generation (
     only_one boolean primary key default true check (only_one),
     id uuid not null default gen_random_uuid()
   )`,
  `insert into ${SCHEMA}.generation default values`,
  // A record whose generation is neither in this table nor the present one is not of this database.
  `create table ${SCHEMA}.past_generations (
     id uuid primary key,
     ended_at timestamptz not null default now()
   )`,
  // Records before these offsets were compared with the database after a restore. `identity`: ids of the cluster and the topic, as
  // offsets mean nothing in another one.
  `create table ${SCHEMA}.reconciled_offsets (
     topic text not null,
     identity text not null,
     partition integer not null,
     position bigint not null,
     primary key (topic, partition)
   )`,
];
