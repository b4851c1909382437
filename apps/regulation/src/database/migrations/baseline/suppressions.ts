import { SCHEMA } from '../../schema-name.js';

/** Who is suppressed where, and the numbers of its changes. */
export const SUPPRESSIONS = [
  // `change_seq`: null until the change has its number. `changed_in`: the transaction that took the number away, by which rows without a
  // number are found: so giving numbers need not walk over dead entries of numbered rows, which cannot be vacuumed as long as an old
  // snapshot is held. See `transaction-floor.ts`.
  //
  // Every change leaves two dead rows, its own and that of its numbering, and readers walk over them. By default, vacuum runs when a fifth
  // of the table is dead, and analyze when a tenth is new: that is late in a table of millions.
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
  // Partial: a new row has no number yet, and should not cost an index entry for a null.
  `create unique index suppressions_by_change on ${SCHEMA}.suppressions (change_seq)
     where change_seq is not null`,
  // For the feed of the data planes: changes of one workspace in order.
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

  // Every change that was committed after `at` has a number above `position`.
  `create table ${SCHEMA}.change_marks (
     at timestamptz primary key,
     position bigint not null
   )`,
];
