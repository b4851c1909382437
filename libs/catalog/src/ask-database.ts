import { LetheError } from '@lethe/contracts';
import { toLetheError, type DatabaseConnection, type Statements } from '@lethe/database';

/** If a timer fires at least this many milliseconds late, the process was blocked. */
const BLOCKED_MS = 50;

/**
 * Runs a query with a short deadline. A database that hangs returns neither rows nor errors, and
 * statement timeouts are too long for a look-up.
 *
 * If the process was blocked, the deadline is extended once by the blocked time. In this time, the
 * answer has possibly arrived, but the process could not read it. `withDeadline` of
 * `@lethe/resilience` does not extend its deadline.
 *
 * @param deadlineMs milliseconds; for a look-up, `lookupMs` of the connection
 * @throws LetheError `unavailable` if the database is unreachable or does not answer in time
 */
export async function askDatabase<T>(query: () => Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = (): void => {
      reject(new LetheError('unavailable', { cause: new Error('The database did not answer.') }));
    };
    const dueAt = performance.now() + deadlineMs;
    timer = setTimeout(() => {
      const lostMs = performance.now() - dueAt;
      if (lostMs < BLOCKED_MS) refuse();
      else timer = setTimeout(refuse, Math.min(lostMs, deadlineMs));
    }, deadlineMs);
  });
  try {
    return await Promise.race([query(), late]);
  } catch (error) {
    throw toLetheError(error);
  } finally {
    clearTimeout(timer);
  }
}

export type LookUps = Pick<Statements, 'query'>;

/**
 * Returns an object that runs each statement with `askDatabase`.
 *
 * @param owner owner whose connections the statements use, see `DatabaseConnection.of`
 */
export function lookUps(
  database: DatabaseConnection,
  owner?: string,
  deadlineMs = database.lookupMs,
): LookUps {
  const connection = owner === undefined ? database : database.of(owner);
  return {
    query: (sql, parameters) => askDatabase(() => connection.query(sql, parameters), deadlineMs),
  };
}
