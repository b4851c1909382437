import { retryUntilDone } from '@lethe/resilience';
import pg from 'pg';

const PAUSE_MS = 25; // not listening yet, or still replaying its log

/**
 * Waits until the server answers, and creates the database that the URL names if it is not there.
 * @param isWorthWaiting asked after each failed attempt
 * @returns false when waiting was not worth it any more
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
  client.on('error', () => undefined); // the failure shows in the query that was running
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
