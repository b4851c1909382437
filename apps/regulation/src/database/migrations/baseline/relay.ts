import { SCHEMA } from '../../schema-name.js';

/**
 * A row exists for a few milliseconds only. So vacuum starts after a fixed number of dead rows, not
 * after a share of the table.
 */
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

export const RELAY = [
  OUTBOX_TABLE,

  // A position belongs to one topic. `epoch`: number of republications of all suppressions. A
  // position is valid only in its epoch. `told_since`: time when the epoch began. `is_told`: all
  // suppressions are published in this epoch, and the relay record says so. `cluster_id` and
  // `topic_id` are null while unknown. The arrays have one offset for each partition.
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

  // Revocations that the relay has published, and the epoch of the publication. The relay cannot
  // write to `catalog.revocations`, so it needs this table.
  `create table ${SCHEMA}.told_revocations (
     hash bytea primary key,
     epoch bigint not null,
     reason text not null,
     revoked_at timestamptz not null
   )`,

  // Each restore creates a new id. A client whose position has another generation starts again from
  // the beginning.
  `create table ${SCHEMA}.generation (
     only_one boolean primary key default true check (only_one),
     id uuid not null default gen_random_uuid()
   )`,
  `insert into ${SCHEMA}.generation default values`,
  // A record belongs to another database if its generation is neither in this table nor the current
  // generation.
  `create table ${SCHEMA}.past_generations (
     id uuid primary key,
     ended_at timestamptz not null default now()
   )`,
  // After a restore, `lethe restored` has compared the records before these offsets with the
  // database. `identity`: ids of the cluster and the topic in which the offsets are valid.
  `create table ${SCHEMA}.reconciled_offsets (
     topic text not null,
     identity text not null,
     partition integer not null,
     position bigint not null,
     primary key (topic, partition)
   )`,
];
