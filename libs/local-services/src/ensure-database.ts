import { retryUntilDone } from '@lethe/resilience';
import pg from 'pg';

const PAUSE_MS = 25;

/**
 * Waits until the server answers, and creates the database in the URL if it is missing.
 *
 * @param isWorthWaiting called after each failed attempt
 * @returns false if `isWorthWaiting` returned false before an attempt succeeded
 */
export async function ensureDatabase(url: string, isWorthWaiting: () => boolean): Promise<boolean> {
  const target = new URL(url);
  const database = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  const attempt = () => createMissingDatabase(database, target.href);
  return retryUntilDone(attempt, { pauseMs: PAUSE_MS, isWorthRetrying: isWorthWaiting }).then(
    () => true,
    () => false,
  );
}

async function createMissingDatabase(database: string, connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined); // a running query fails with the same error
  try {
    await client.connect();
    const known = await client.query('select from pg_database where datname = $1', [database]);
    if (known.rowCount === 0) {
      await client.query(`create database ${client.escapeIdentifier(database)}`);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}
