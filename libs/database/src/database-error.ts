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

/** Errors of `pg` and of TypeORM, which wraps them in `driverError`. */
export function sqlStateOf(error: unknown): string | undefined {
  const inner = innermost(error);
  const code = (inner as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
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
 * Turns an outage into the error that callers may see; leaves everything else as it is.
 *
 * @param error what a query threw
 * @param code `unavailable` where nothing was changed, `outcome_unknown` after a commit was sent
 */
export function toLetheError(
  error: unknown,
  code: 'unavailable' | 'outcome_unknown' = 'unavailable',
): unknown {
  return isUnreachable(error) ? new LetheError(code, { cause: error }) : error;
}

function innermost(error: unknown): unknown {
  const driverError = (error as { driverError?: unknown } | null | undefined)?.driverError;
  return driverError ?? error;
}
