import { NumberedMigration } from '@lethe/database';
import type { QueryRunner } from 'typeorm';
import { SCHEMA } from '../schema-name.js';

/**
 * How many deletion jobs have ended, by destination and state: to count 10 million of them takes five seconds, and
 * nobody waits so long for a summary. Each end is a row of its own, so that no report waits for another one;
 * `fold-tallies.ts` makes one of many. By triggers, as several statements end jobs, those of older code too.
 */
export class CountEndedDeletionsMigration extends NumberedMigration {
  readonly schema = SCHEMA;
  readonly number = 13;
  readonly oldestCode = 10;
  readonly title = 'count-ended-deletions';

  protected async apply(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const ENDED = `('complete', 'aborted', 'canceled')`;

const STATEMENTS = [
  `create table ${SCHEMA}.deletion_tallies (
     workspace_id text not null,
     destination_id text not null,
     state text not null,
     jobs bigint not null
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000)`,
  `create index deletion_tallies_by_workspace on ${SCHEMA}.deletion_tallies (workspace_id)`,
  `create function ${SCHEMA}.tally_ended_job() returns trigger language plpgsql as $function$
   begin
     if tg_op = 'DELETE' then
       insert into ${SCHEMA}.deletion_tallies values (old.workspace_id, old.destination_id, old.state, -1);
     else
       insert into ${SCHEMA}.deletion_tallies values (new.workspace_id, new.destination_id, new.state, 1);
     end if;
     return null;
   end
   $function$`,
  // Takes the lock under which no job ends until the commit.
  `create trigger tally_new_job after insert on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ${ENDED}) execute function ${SCHEMA}.tally_ended_job()`,
  `create trigger tally_ended_job after update of state on ${SCHEMA}.deletion_jobs
     for each row when (new.state in ${ENDED} and old.state <> new.state)
     execute function ${SCHEMA}.tally_ended_job()`,
  `create trigger tally_removed_job after delete on ${SCHEMA}.deletion_jobs
     for each row when (old.state in ${ENDED}) execute function ${SCHEMA}.tally_ended_job()`,
  `insert into ${SCHEMA}.deletion_tallies
   select workspace_id, destination_id, state, count(*) from ${SCHEMA}.deletion_jobs
    where state in ${ENDED} group by 1, 2, 3`,
];
