import type { RunQuery } from '@lethe/database';
import { DATABASE_IDENTITY, SCHEMA } from '../../database/schema-name.js';

/**
 * SQL condition: the relay has compared this database with the topics, and the database contained
 * all published changes. The comparison is valid until the database starts again. A restored
 * database can have lost cancels, and so can a replica that lagged at a failover. So no deletion
 * begins before this comparison succeeds. If it fails, an operator must first correct the database
 * with `lethe restored`. Without Kafka, the relay allows claims without a comparison.
 */
export const CLAIMS_ALLOWED = `(
       select database = ${DATABASE_IDENTITY} from ${SCHEMA}.deletion_claims_allowed)`;

/**
 * Lets workers claim jobs.
 *
 * @param database identity of the database that was compared with the topics. Default: the database
 *   that runs the query
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
