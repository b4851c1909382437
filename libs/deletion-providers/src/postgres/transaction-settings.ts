import type { Client } from 'pg';

/** Milliseconds. */
export interface PostgresLimits {
  /** Longest that a statement may take. */
  readonly statementMs: number;
  /** Longest that it may wait for a lock. */
  readonly lockMs: number;
}

export const POSTGRES_LIMITS: PostgresLimits = { statementMs: 600_000, lockMs: 30_000 };

/**
 * What holds in a transaction, and ends with it: a pool between us and the server gives the session to
 * others. Servers that only speak PostgreSQL's protocol may not know them all.
 * - no delete runs longer than ten minutes, or waits longer than 30 s for a lock;
 * - the server looks now and then whether we are still there, and gives a delete up when not;
 * - rows that row security hides are an error: nobody may believe that they are gone;
 * - no messages of triggers.
 */
const settings = ({ statementMs, lockMs }: PostgresLimits) => [
  `statement_timeout = ${statementMs}`,
  `lock_timeout = ${lockMs}`,
  'client_connection_check_interval = 2000',
  'row_security = off',
  'client_min_messages = error',
];

/** Of settings that a server does not know, or does not let anybody change. */
const NOT_USABLE: ReadonlySet<unknown> = new Set(['42704', '22023', '0A000', '42601', '55P02']);

/**
 * Asks the server which of our settings it takes.
 * @returns the statement that begins a transaction
 * @throws errors of the network and of the server
 */
export async function transactionStart(client: Client, limits: PostgresLimits): Promise<string> {
  const usable: string[] = [];
  for (const setting of settings(limits)) {
    try {
      await client.query(`begin; set local ${setting}; rollback`);
      usable.push(`; set local ${setting}`);
    } catch (error) {
      if (!NOT_USABLE.has((error as { readonly code?: unknown }).code)) throw error;
      await client.query('rollback');
    }
  }
  return `begin${usable.join('')}`;
}
