import { ADVISORY_LOCKS } from '@lethe/database';
import type { RunQuery } from '@lethe/outbox';
import { SCHEMA } from '../database/schema-name.js';
import { IN_PROCESS, SUPPRESSIONS_POSITION } from './relay-position.js';

/** How far the suppressions are told. */
export interface TellingProgress {
  /** Number of the last change that was told. */
  readonly position: number;
  /** Number of the last change that there is. */
  readonly last: number;
  /** Everything has been told, and the relay's record says so. */
  readonly isTold: boolean;
  /** A relay is at work. */
  readonly isRelayed: boolean;
  /** It is told inside of a process: there is no topic. */
  readonly isInProcess: boolean;
}

export async function tellingProgress(query: RunQuery): Promise<TellingProgress> {
  const [row] = await query<{ [Key in keyof TellingProgress]: TellingProgress[Key] }>(
    `select position::float8 as position, is_told as "isTold",
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
  return row ?? { position: 0, last: 0, isTold: false, isRelayed: false, isInProcess: false };
}
