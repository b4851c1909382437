import pg from 'pg';
import {
  conflict,
  failed,
  misconfigured,
  notPermitted,
  outage,
  refused,
  type DeletionProblem,
} from '../shared/deletion-problem.js';

/** @returns the SQLSTATE of a server error; undefined for errors of `pg` and network errors */
export function sqlStateOf(error: unknown): string | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && error instanceof pg.DatabaseError
    ? code
    : undefined;
}

/**
 * Returns the problem for an error of the server or of `pg`. The reason never contains the server's
 * text, because that text can contain values of rows.
 *
 * @param table table of the failed delete, if a delete failed
 * @returns undefined for network errors and defects
 */
export function postgresProblem(error: unknown, table?: string): DeletionProblem | undefined {
  const code = sqlStateOf(error);
  const { message } = error as { readonly message?: unknown };
  if (code !== undefined) {
    return bySqlState(code, table === undefined ? '' : ` on ${table}`);
  }
  return typeof message === 'string' ? byMessage(message) : undefined;
}

function bySqlState(code: string, where: string): DeletionProblem {
  if (code.startsWith('28')) {
    return notPermitted('PostgreSQL refuses the login: check user, password and database.');
  }
  switch (code) {
    case '42501':
      return notPermitted(
        `The database user lacks permissions${where}: grant it SELECT and DELETE, and BYPASSRLS if row security hides rows.`,
      );
    case '3D000':
      return misconfigured('The database does not exist: check database.');
    case '42P01':
    case '42703':
    case '3F000':
      return misconfigured('A configured table or column no longer exists: check deletionTables.');
    case '23503':
      return refused(
        `Rows of other tables refer to the user's rows${where}. Name those tables before this one in deletionTables, or let the foreign key delete their rows (ON DELETE CASCADE).`,
      );
    case '23514':
    case '23502':
    case '23001':
    case 'P0001':
      return refused(
        `A trigger or a constraint${where} prevents the deletion of the rows (${code}).`,
      );
    case '25006':
      return failed('The server accepts no writes: set host to the primary.');
    case '57014':
      return failed(`A delete${where} took more than ten minutes: create an index on the column.`);
    case '55P03':
    case '40P01':
    case '40001':
      return conflict(`Another transaction locks or changes the rows${where}.`);
    case '53300':
      return outage('PostgreSQL has reached its maximum number of connections.');
    case '57P01':
    case '57P02':
    case '57P03':
    case '57P05':
      return outage('PostgreSQL is shutting down or starting.');
    default:
      if (code.startsWith('08')) return outage('The connection to PostgreSQL was lost.');
      return failed(`PostgreSQL answered with the error ${code}${where}.`);
  }
}

function byMessage(message: string): DeletionProblem | undefined {
  if (message.includes('does not support SSL')) {
    return misconfigured(
      'The server does not support TLS: set sslMode to disable, or enable TLS at the server.',
    );
  }
  if (/password must be a (?:non-empty )?string/.test(message)) {
    return notPermitted('PostgreSQL asks for a password: set password.');
  }
  if (/scramMaxIterations|^SASL:|authenticationOk|Unknown authenticationOk/.test(message)) {
    return failed('The server asks for a kind of login that Lethe does not support.');
  }
  if (/^Connection terminated|timeout expired|timeout exceeded|^Query read timeout/.test(message)) {
    return outage('PostgreSQL closed the connection, or did not answer in time.');
  }
  if (
    /error establishing an SSL|received invalid response|Unexpected|unknown message/i.test(message)
  ) {
    return failed('The server does not answer like a PostgreSQL server: check host and port.');
  }
  return undefined;
}
