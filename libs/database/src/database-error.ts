import { LetheError } from '@lethe/contracts';

/** Deadlock and serialization failure: the transaction can simply run again. */
const REPEATABLE = new Set(['40P01', '40001']);

/** SQLSTATE classes and codes, and codes of the socket, that mean "the database is not there". */
const UNREACHABLE =
  /^(?:08...|53...|57P0[1-5]|57014|25P0[34]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
// `pg` gives these no code.
const UNREACHABLE_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Cannot use a pool|Client was closed)/;

// TypeORM lets go of a connection that broke between two statements; the next one then fails so.
const RELEASED = /^(?:QueryRunner(?:Provider)?AlreadyReleased|TransactionNotStarted)Error$/;

/** A login that is refused, and a certificate that one of the two sides does not accept. */
const REFUSED =
  /^28...$|CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^ERR_(?:TLS|SSL|OSSL)_|^TLS_NOT_SUPPORTED$/;
// `pg` gives these no code.
const NO_TLS = /^(?:The server does not support SSL|There was an error establishing an SSL)/;

/** Errors of `pg` and of TypeORM, which wraps them in `driverError`. */
export function sqlStateOf(error: unknown): string | undefined {
  const inner = innermost(error);
  const code = (inner as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/**
 * What is counted of an error of the database: the class of its SQLSTATE (two characters), or `connection`.
 *
 * @returns undefined for an error of anybody else
 */
export function errorClassOf(error: unknown): string | undefined {
  const code = sqlStateOf(error) ?? '';
  if (/^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return code.slice(0, 2);
  return isUnreachable(error) || refusalCode(error) !== undefined ? 'connection' : undefined;
}

/** Whether running the transaction again may succeed at once (deadlock, serialization). */
export function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(sqlStateOf(error) ?? '');
}

/** Whether the error says that the database cannot be reached or refuses work. */
export function isUnreachable(error: unknown): boolean {
  const inner = innermost(error);
  if (inner instanceof AggregateError) return inner.errors.some(isUnreachable);
  if (UNREACHABLE.test(sqlStateOf(inner) ?? '')) return true;
  if (!(inner instanceof Error)) return false;
  return RELEASED.test(inner.name) || UNREACHABLE_MESSAGE.test(inner.message);
}

/**
 * Why the database refuses the connection, or is not trusted: at the start nothing mends that. Later
 * a password or a certificate may just be being replaced.
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
 * Turns an outage into the error that callers may see; leaves everything else as it is. For
 * a caller it is the same when the database refuses us.
 *
 * @param error what a query threw
 * @param code `unavailable` where nothing was changed, `outcome_unknown` after a commit was sent
 */
export function toLetheError(
  error: unknown,
  code: 'unavailable' | 'outcome_unknown' = 'unavailable',
): unknown {
  const isAway = isUnreachable(error) || refusalCode(error) !== undefined;
  return isAway ? new LetheError(code, { cause: error }) : error;
}

function innermost(error: unknown): unknown {
  const driverError = (error as { driverError?: unknown } | null | undefined)?.driverError;
  return driverError ?? error;
}
