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

/** @returns the SQLSTATE of an error of the server; undefined for errors of the client and of the network */
export function sqlStateOf(error: unknown): string | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && error instanceof pg.DatabaseError
    ? code
    : undefined;
}

/**
 * What an error of the server, or of the client that talks to it, means. The texts are ours: those of a
 * server may hold values of rows.
 *
 * @param table that was deleted from, if any
 * @returns undefined when it is an error of the network, or a defect
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
        `The user lacks rights${where}: grant SELECT and DELETE, and BYPASSRLS where row security hides rows.`,
      );
    case '3D000':
      return misconfigured('The database is not there: check database.');
    case '42P01':
    case '42703':
    case '3F000':
      return misconfigured('A configured table or column is not there any more.');
    case '23503':
      return refused(
        `Rows of other tables refer to the user's${where}: name those tables before it in deletionTables, or let the foreign key delete them.`,
      );
    case '23514':
    case '23502':
    case '23001':
    case 'P0001':
      return refused(`A trigger or a constraint${where} keeps the rows (${code}).`);
    case '25006':
      return failed('The server takes no writes: set host to the primary.');
    case '57014':
      return failed(`A delete${where} took over ten minutes: an index on the column is missing.`);
    case '55P03':
    case '40P01':
    case '40001':
      return conflict(`Rows${where} are locked or changed by somebody else.`);
    case '53300':
      return outage('PostgreSQL has as many connections as it takes.');
    case '57P01':
    case '57P02':
    case '57P03':
    case '57P05':
      return outage('PostgreSQL is shutting down or starting.');
    default:
      if (code.startsWith('08')) return outage('The connection to PostgreSQL broke.');
      return failed(`PostgreSQL answered with the error ${code}${where}.`);
  }
}

function byMessage(message: string): DeletionProblem | undefined {
  if (message.includes('does not support SSL')) {
    return misconfigured('The server has no TLS: set sslMode to disable, or switch TLS on there.');
  }
  if (/password must be a (?:non-empty )?string/.test(message)) {
    return notPermitted('PostgreSQL asks for a password: set password.');
  }
  if (/scramMaxIterations|^SASL:|authenticationOk|Unknown authenticationOk/.test(message)) {
    return failed('The server asks for a login that is not understood.');
  }
  if (/^Connection terminated|timeout expired|timeout exceeded|^Query read timeout/.test(message)) {
    return outage('The connection to PostgreSQL ended before it answered.');
  }
  if (
    /error establishing an SSL|received invalid response|Unexpected|unknown message/i.test(message)
  ) {
    return failed('The server does not answer as PostgreSQL does: check host and port.');
  }
  return undefined;
}
