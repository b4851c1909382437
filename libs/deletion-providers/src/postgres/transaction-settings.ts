import type { Client } from 'pg';

/** Time limits of a statement, and of waiting for a lock, in milliseconds. */
export interface PostgresLimits {
  readonly statementMs: number;
  readonly lockMs: number;
}

export const POSTGRES_LIMITS: PostgresLimits = { statementMs: 600_000, lockMs: 30_000 };

/**
 * Settings for one transaction only, because a connection pooler can later give the session to
 * another client. Other servers that speak the PostgreSQL protocol can lack some settings.
 * - `statement_timeout` and `lock_timeout` limit the time.
 * - `client_connection_check_interval` makes the server check the connection every 2 s. If the
 *   connection is lost, the server cancels the statement.
 * - `row_security = off` causes an error if row security would hide rows. Without this setting,
 *   Lethe would report hidden rows as deleted.
 * - `client_min_messages` stops notices and warnings of triggers.
 */
const settings = ({ statementMs, lockMs }: PostgresLimits) => [
  `statement_timeout = ${statementMs}`,
  `lock_timeout = ${lockMs}`,
  'client_connection_check_interval = 2000',
  'row_security = off',
  'client_min_messages = error',
];

/** SQLSTATEs for settings that the server lacks or does not let the client change. */
const NOT_USABLE: ReadonlySet<unknown> = new Set(['42704', '22023', '0A000', '42601', '55P02']);

/**
 * Tests which settings the server accepts.
 *
 * @param options.isReadOnly true for transactions in which the server refuses every write
 * @returns SQL that begins a transaction with the accepted settings
 * @throws network errors; errors of the server
 */
export async function transactionStart(
  client: Client,
  limits: PostgresLimits,
  { isReadOnly = false } = {},
): Promise<string> {
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
  return `begin${isReadOnly ? ' read only' : ''}${usable.join('')}`;
}
