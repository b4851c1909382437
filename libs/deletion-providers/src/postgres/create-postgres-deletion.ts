import { outcomes, type DeletionProvider } from '@lethe/destinations';
import type { GuardedDialer } from '@lethe/egress';
import { CarriedCounts } from '../shared/carried-counts.js';
import { nothingMatched } from '../shared/nothing-matched.js';
import { toOutcome, toVerification } from '../shared/to-outcome.js';
import { deleteRows } from './delete-rows.js';
import { DoubtfulRows } from './doubtful-rows.js';
import { encodableIds } from './encodable-ids.js';
import { findTable, type FoundTable } from './find-table.js';
import { closePostgres, openPostgres } from './open-postgres.js';
import { readPostgresConfig } from './postgres-config.js';
import { postgresProblem } from './postgres-problem.js';
import { rowsRecord } from './rows-record.js';
import { POSTGRES_LIMITS, type PostgresLimits } from './transaction-settings.js';
import { verifyRows } from './verify-rows.js';

/**
 * Deletes the rows of each user from the configured tables of PostgreSQL, or of a server that
 * speaks its protocol. Each deletion opens a new connection, so that workspaces never share one.
 *
 * @param options.dialer opens all connections
 * @param options.limits by default 10 minutes for a statement, and 30 s to wait for a lock
 */
export function createPostgresDeletion(options: {
  readonly dialer: GuardedDialer;
  readonly limits?: PostgresLimits;
}): DeletionProvider {
  const { limits = POSTGRES_LIMITS } = options;
  return {
    delete: (input) => {
      const { config, users, beforeCall, signal } = input;
      const remove = async () => {
        const postgres = readPostgresConfig(config);
        const userIds = [...new Set(users.map(({ identifiers }) => identifiers.userId))];
        const client = await openPostgres(options.dialer, postgres, signal);
        try {
          const tables: FoundTable[] = [];
          for (const table of postgres.tables) tables.push(await findTable(client, table));
          const encodable = await encodableIds(client, userIds);
          const { host, port, database, tables: names } = postgres;
          const counts = new CarriedCounts(input, tables.length, [host, port, database, names]);
          const doubtful = new DoubtfulRows();
          await deleteRows(client, tables, encodable, {
            beforeCall,
            counts,
            doubtful,
            limits,
            isAlone: userIds.length === 1,
          });
          return outcomes.complete(
            rowsRecord(tables, {
              method: 'DELETE of rows',
              rows: counts.values,
              ...{ doubtful, userIds, encodable },
              noteIfNone: nothingMatched('rows', 'database, namespace and deletionTables'),
            }),
            doubtful.refused(users),
          );
        } finally {
          closePostgres(client);
        }
      };
      return toOutcome(signal, remove, postgresProblem);
    },
    verify: (input) =>
      toVerification(
        input,
        (seen) => verifyRows(options.dialer, input, limits, seen),
        postgresProblem,
      ),
    close: () => Promise.resolve(),
  };
}
