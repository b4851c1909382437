import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until the server answers, and creates the database that the URL names if it is not there.
 * @param worthWaiting asked between two attempts
 * @returns false when waiting was not worth it any more
 */
export async function ensureDatabase(url: string, worthWaiting: () => boolean): Promise<boolean> {
  const target = new URL(url);
  const database = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  while (worthWaiting()) {
    const client = new pg.Client({ connectionString: target.href, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined); // the failure shows in the query that was running
    try {
      await client.connect();
      const known = await client.query('select from pg_database where datname = $1', [database]);
      if (known.rowCount === 0) {
        await client.query(`create database ${client.escapeIdentifier(database)}`);
      }
      return true;
    } catch {
      await delay(25); // not listening yet, or still replaying its log
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}
