import { SCHEMA } from '../../schema-name.js';

export const SUPPRESSIONS = [
  // `change_seq`: number of the last change; null until the change gets its number. `changed_in`:
  // transaction of a change that has no number yet. The numbering finds the change by this column.
  // So it does not read dead index entries of numbered rows, which vacuum cannot remove while an
  // old snapshot is open. See `transaction-floor.ts`.
  //
  // Each change leaves two dead rows: one from the change and one from its numbering. Readers must
  // skip dead rows. By default, vacuum runs when a fifth of the table is dead, and analyze when a
  // tenth is new. That is too late for millions of rows.
  `create table ${SCHEMA}.suppressions (
     workspace_id text not null,
     user_id text not null check (user_id <> ''),
     source_id text not null,
     active_count integer not null check (active_count >= 0),
     first_at timestamptz not null,
     changed_at timestamptz not null,
     change_seq bigint,
     changed_in xid8 not null default pg_current_xact_id(),
     primary key (workspace_id, user_id, source_id)
   ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 20000,
           autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 20000)`,
  `create sequence ${SCHEMA}.suppression_changes`,
  // The index is partial, because a row whose change has no number needs no entry.
  `create unique index suppressions_by_change on ${SCHEMA}.suppressions (change_seq)
     where change_seq is not null`,
  // The feed of data planes reads the changes of one workspace in the sequence of their numbers.
  `create index suppressions_by_workspace on ${SCHEMA}.suppressions (workspace_id, change_seq)
     where change_seq is not null`,
  `create index suppressions_waiting on ${SCHEMA}.suppressions (workspace_id, changed_in)
     where change_seq is null`,
  `create function ${SCHEMA}.note_changing_transaction() returns trigger language plpgsql as $function$
   begin
     new.changed_in := pg_current_xact_id();
     return new;
   end
   $function$`,
  `create trigger note_changing_transaction before update on ${SCHEMA}.suppressions
     for each row when (new.change_seq is null and old.change_seq is not null)
     execute function ${SCHEMA}.note_changing_transaction()`,

  // Each change that was committed after the time `at` has a number above `position`.
  `create table ${SCHEMA}.change_marks (
     at timestamptz primary key,
     position bigint not null
   )`,
];
