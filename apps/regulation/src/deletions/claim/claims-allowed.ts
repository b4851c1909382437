import type { RunQuery } from '@lethe/database';
import { DATABASE_IDENTITY, SCHEMA } from '../../database/schema-name.js';

/**
 * SQL condition: the relay has found that this database, since it was started, knows all that was told. One that was
 * restored, or failed over to a copy that lags, may have lost cancels: nothing is deleted from it until it was
 * compared or mended.
 */
export const CLAIMS_ALLOWED = `(
       select database = ${DATABASE_IDENTITY} from ${SCHEMA}.deletion_claims_allowed)`;

/**
 * Lets workers claim, or no longer.
 *
 * @param database identity of the database that was compared; undefined for the one that the query runs in
 */
export async function allowClaims(query: RunQuery, database?: string): Promise<void> {
  await query(
    `insert into ${SCHEMA}.deletion_claims_allowed (database) values (coalesce($1, ${DATABASE_IDENTITY}))
     on conflict (single) do update set database = excluded.database
       where deletion_claims_allowed.database <> excluded.database`,
    [database ?? null],
  );
}

/** Nothing may be claimed until `allowClaims`. What is out goes on: its destination has it already. */
export async function refuseClaims(query: RunQuery): Promise<void> {
  await query(`delete from ${SCHEMA}.deletion_claims_allowed`);
}
