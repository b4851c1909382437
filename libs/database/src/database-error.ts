import { LetheError } from '@lethe/contracts';

/** SQLSTATEs of a deadlock and a serialization failure. The transaction can be retried at once. */
const REPEATABLE = new Set(['40P01', '40001']);

/** SQLSTATEs with which a server ends a session: a shutdown, or a limit of its time. */
const SESSION_ENDED = /^(?:57P0[1-5]|25P0[34])$/;

/**
 * SQLSTATEs, classes of SQLSTATEs and socket error codes for an unreachable database. A database
 * that accepts no connections answers with 55000.
 */
const UNREACHABLE =
  /^(?:08...|53...|55000|57P0[1-5]|57014|25P0[34]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
// `pg` gives these errors no code.
const UNREACHABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Cannot use a pool|Client was closed)/;

// After a connection broke, TypeORM releases it. The next statement then gets one of these errors.
const RELEASED = /^(?:QueryRunner(?:Provider)?AlreadyReleased|TransactionNotStarted)Error$/;

/** A refused login, or a certificate that one side does not accept. */
const REFUSED =
  /^28...$|CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^ERR_(?:TLS|SSL|OSSL)_|^TLS_NOT_SUPPORTED$/;
// `pg` gives these errors no code.
const NO_TLS = /^(?:The server does not support SSL|There was an error establishing an SSL)/;

/** Returns the code of an error of `pg`, even if TypeORM wraps the error in `driverError`. */
export function sqlStateOf(error: unknown): string | undefined {
  const inner = innermost(error);
  const code = (inner as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Returns the class of a database error for metrics: the first two characters of the SQLSTATE, or
 * `connection`.
 *
 * @returns undefined if the database did not cause the error
 */
export function errorClassOf(error: unknown): string | undefined {
  const code = sqlStateOf(error) ?? '';
  if (isSqlState(code)) return code.slice(0, 2);
  return isUnreachable(error) || refusalCode(error) !== undefined ? 'connection' : undefined;
}

/**
 * Returns whether the error is a deadlock or a serialization failure. A retry of the transaction
 * can then succeed at once.
 */
export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(sqlStateOf(error) ?? '');
}

/**
 * Returns whether the server reported the error of a statement, and so has not committed the
 * statement. PostgreSQL reports no error after a commit: a connection that ends in the wait for a
 * standby server ends without one. A pooler reports a lost server with a code of class 08, so such
 * a code says nothing about the statement.
 */
export function wasRolledBack(error: unknown): boolean {
  const code = sqlStateOf(error) ?? '';
  return isSqlState(code) && !code.startsWith('08');
}

/** Returns whether the server has ended the session with this error. */
export function endsSession(error: unknown): boolean {
  return SESSION_ENDED.test(sqlStateOf(error) ?? '');
}

/** Returns whether the database is unreachable or refuses work. */
export function isUnreachable(error: unknown): boolean {
  const inner = innermost(error);
  if (inner instanceof AggregateError) return inner.errors.some(isUnreachable);
  if (UNREACHABLE.test(sqlStateOf(inner) ?? '')) return true;
  if (!(inner instanceof Error)) return false;
  return RELEASED.test(inner.name) || UNREACHABLE_MESSAGE.test(inner.message);
}

/**
 * Returns the code of a refused login, or of a certificate that one side does not accept. At the
 * start, the refusal is permanent. Later it can be temporary, while an operator replaces a password
 * or a certificate.
 *
 * @returns SQLSTATE or a code of the TLS library; undefined for every other error
 */
export function refusalCode(error: unknown): string | undefined {
  const inner = innermost(error);
  const code = sqlStateOf(inner);
  if (code !== undefined) return REFUSED.test(code) ? code : undefined;
  return inner instanceof Error && NO_TLS.test(inner.message) ? 'TLS_NOT_SUPPORTED' : undefined;
}

/**
 * Converts an outage or refused access to a `LetheError`. Returns other errors unchanged.
 *
 * @param error error of a query
 * @param code `unavailable` if nothing was changed; `outcome_unknown` after a commit was sent
 */
export function toLetheError(
  error: unknown,
  code: 'unavailable' | 'outcome_unknown' = 'unavailable',
): unknown {
  const isUnavailable = isUnreachable(error) || refusalCode(error) !== undefined;
  return isUnavailable ? new LetheError(code, { cause: error }) : error;
}

function innermost(error: unknown): unknown {
  const driverError = (error as { driverError?: unknown } | null | undefined)?.driverError;
  return driverError ?? error;
}

/** Returns false for codes of sockets such as `EPIPE`, which have no digit. */
function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}
