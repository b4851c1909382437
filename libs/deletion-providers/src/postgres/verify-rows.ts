import type { DeletionInput, DeletionUser, ProviderVerification } from '@lethe/destinations';
import type { GuardedDialer } from '@lethe/egress';
import type { Client } from 'pg';
import { foundUsers } from '../shared/found-users.js';
import type { Seen } from '../shared/to-outcome.js';
import { DoubtfulRows } from './doubtful-rows.js';
import { encodableIds } from './encodable-ids.js';
import { findTable, type FoundTable } from './find-table.js';
import { closePostgres, openPostgres } from './open-postgres.js';
import { readPostgresConfig } from './postgres-config.js';
import { rowsRecord } from './rows-record.js';
import { transactionStart, type PostgresLimits } from './transaction-settings.js';

const QUERY_IDS = 1_000;

/**
 * Counts the rows of users in the configured tables, under the conditions of the deletion. All
 * statements run in read-only transactions, so the server refuses any write.
 *
 * @param seen gets the users with rows in the tables that were read
 * @throws DeletionProblem; network errors; errors of the server
 */
export async function verifyRows(
  dialer: GuardedDialer,
  { config, users, beforeCall, signal }: DeletionInput,
  limits: PostgresLimits,
  seen: Seen,
): Promise<ProviderVerification> {
  const postgres = readPostgresConfig(config);
  const userIds = idsOf(users);
  const client = await openPostgres(dialer, postgres, signal);
  try {
    const tables: FoundTable[] = [];
    for (const table of postgres.tables) {
      tables.push(await findTable(client, table, { isReadOnly: true }));
    }
    const encodable = await encodableIds(client, userIds);
    const start = await transactionStart(client, limits, { isReadOnly: true });
    const doubtful = new DoubtfulRows();
    const perUser = new Map<string, number>();
    const rows: number[] = [];
    const soFar = () => ({
      record: rowsRecord(tables.slice(0, rows.length), {
        method: 'SELECT count(*) of rows',
        ...{ rows, doubtful, userIds, encodable },
      }),
      ...foundUsers(users, perUser),
    });
    seen.soFar = soFar;
    for (const [index, table] of tables.entries()) {
      for (let from = 0; from < encodable.length; from += QUERY_IDS) {
        const ids = encodable.slice(from, from + QUERY_IDS);
        await beforeCall();
        await client.query(start);
        const counted = await countRows(client, table, ids);
        for (const { id, count } of counted) perUser.set(id, (perUser.get(id) ?? 0) + count);
        rows[index] = counted.reduce((sum, { count }) => sum + count, rows[index] ?? 0);
        const candidates = doubtful.candidatesFor(table, ids);
        if (candidates.length > 0) await doubtful.count(client, table, candidates);
        await client.query('commit');
      }
    }
    const inDoubt = users.filter(({ identifiers }) => doubtful.ids.has(identifiers.userId));
    return {
      status: 'verified',
      ...soFar(),
      ...(inDoubt.length > 0 && {
        doubtful: inDoubt.map(({ regulationId }) => regulationId),
        reason: doubtful.reason('or to other users', 'verify again'),
      }),
    };
  } finally {
    closePostgres(client);
  }
}

function idsOf(users: readonly DeletionUser[]): string[] {
  return [...new Set(users.map(({ identifiers }) => identifiers.userId))];
}

async function countRows(
  client: Client,
  { sqlTable, sqlColumn, idType }: FoundTable,
  userIds: readonly string[],
): Promise<readonly { readonly id: string; readonly count: number }[]> {
  const ids = userIds.filter(idType.canHold);
  if (ids.length === 0) return [];
  const { rows } = await client.query<{ id: string; count: string }>(
    `select ${sqlColumn}::text as id, count(*) as count from ${sqlTable}
      where ${idType.condition(sqlColumn)} group by 1`,
    [ids],
  );
  return rows.map(({ id, count }) => ({ id, count: Number(count) }));
}
