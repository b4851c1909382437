import { ADVISORY_LOCKS, type RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { IN_PROCESS, SUPPRESSIONS_POSITION } from './relay-position.js';

export interface PublishProgress {
  /** Number of the last published change. */
  readonly position: number;
  /** Number of the last change in the database. */
  readonly last: number;
  /** Whether all changes have been published, and the relay record says so. */
  readonly isComplete: boolean;
  readonly isRelayed: boolean;
  /** Whether records go to a broker inside the process, so that there is no topic. */
  readonly isInProcess: boolean;
}

export async function publishProgress(query: RunQuery): Promise<PublishProgress> {
  const [row] = await query<{ [Key in keyof PublishProgress]: PublishProgress[Key] }>(
    `select position::float8 as position, is_told as "isComplete",
            coalesce(cluster_id = '${IN_PROCESS}', false) as "isInProcess",
            (select case when is_called then last_value else 0 end::float8
               from ${SCHEMA}.suppression_changes) as last,
            exists (
              select from pg_locks
               where locktype = 'advisory' and granted and classid = 0 and objid = $1
                 and database = (select oid from pg_database where datname = current_database())
            ) as "isRelayed"
       from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'`,
    [ADVISORY_LOCKS.relay],
  );
  return row ?? { position: 0, last: 0, isComplete: false, isRelayed: false, isInProcess: false };
}
