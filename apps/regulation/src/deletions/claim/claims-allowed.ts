import type { RunQuery } from '@lethe/database';
import { DATABASE_IDENTITY, SCHEMA } from '../../database/schema-name.js';

/**
 * SQL condition that is true if the relay has compared this database with the topics, and the
 * database knew everything that was published. The comparison is valid until the database starts
 * again. A restored database may have lost cancels, and so may a replica that lagged at a failover.
 * No deletion begins from such a database before it was compared with the topics, or corrected.
 */
export const CLAIMS_ALLOWED = `(
       select database = ${DATABASE_IDENTITY} from ${SCHEMA}.deletion_claims_allowed)`;

/**
 * Lets workers claim jobs.
 *
 * @param database identity of the database that was compared with the topics; if it is absent, the
 *   database that runs the query
 */
export async function allowClaims(query: RunQuery, database?: string): Promise<void> {
  await query(
    `insert into ${SCHEMA}.deletion_claims_allowed (database) values (coalesce($1, ${DATABASE_IDENTITY}))
     on conflict (single) do update set database = excluded.database
       where deletion_claims_allowed.database <> excluded.database`,
    [database ?? null],
  );
}

/**
 * Stops claims until `allowClaims` is called. Running jobs continue, because their workers may have
 * begun to delete.
 */
export async function refuseClaims(query: RunQuery): Promise<void> {
  await query(`delete from ${SCHEMA}.deletion_claims_allowed`);
}
