import type { DeletionRecord } from '@lethe/contracts';
import { outcomes, type DeletionProvider } from '@lethe/destinations';
import type { GuardedDialer } from '@lethe/egress';
import { CarriedCounts } from '../shared/carried-counts.js';
import { nothingMatched } from '../shared/nothing-matched.js';
import { toOutcome } from '../shared/to-outcome.js';
import { deleteRows } from './delete-rows.js';
import { DoubtfulRows } from './doubtful-rows.js';
import { encodableIds } from './encodable-ids.js';
import { findTable, type FoundTable } from './find-table.js';
import { closePostgres, openPostgres } from './open-postgres.js';
import { readPostgresConfig } from './postgres-config.js';
import { postgresProblem } from './postgres-problem.js';
import { POSTGRES_LIMITS, type PostgresLimits } from './transaction-settings.js';

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
            toRecord(tables, { deleted: counts.values, doubtful }, userIds, encodable),
            doubtful.refused(users),
          );
        } finally {
          closePostgres(client);
        }
      };
      return toOutcome(signal, remove, postgresProblem);
    },
    close: () => Promise.resolve(),
  };
}

const MOST_NAME = 120;
const MOST_NOTES = 20;

function toRecord(
  tables: readonly FoundTable[],
  rows: { readonly deleted: readonly number[]; readonly doubtful: DoubtfulRows },
  userIds: readonly string[],
  encodable: readonly string[],
): DeletionRecord {
  const perTable = new Map<string, number>();
  for (const [index, { name }] of tables.entries()) {
    const short = `rows in ${name.slice(0, MOST_NAME)}`;
    perTable.set(short, (perTable.get(short) ?? 0) + (rows.deleted[index] ?? 0));
  }
  const notes = tables.flatMap(({ columnName, idType }) => {
    const skipped = userIds.filter(
      (id) => !idType.canHold(id) && idType.alike?.form(id) === undefined,
    ).length;
    return skipped === 0
      ? []
      : [
          `${skipped} of ${userIds.length} userIds were not searched in ${columnName.slice(0, 3 * MOST_NAME)}: the type of the column cannot hold them.`,
        ];
  });
  const unencodable = userIds.length - encodable.length;
  if (unencodable > 0) {
    notes.unshift(
      `${unencodable} of ${userIds.length} userIds cannot be in the database: its encoding lacks some of their characters.`,
    );
  }
  if (rows.doubtful.total === 0 && rows.deleted.every((count) => count === 0)) {
    notes.unshift(nothingMatched('rows', 'database, namespace and deletionTables'));
  }
  return {
    method: 'DELETE of rows',
    counts: {
      users: userIds.length,
      ...(rows.doubtful.total > 0 && { 'rows in doubt': rows.doubtful.total }),
      ...Object.fromEntries(perTable),
    },
    ...(notes.length === 0 ? {} : { notes: notes.slice(0, MOST_NOTES) }),
  };
}
