import { LetheError } from '@lethe/contracts';
import { toLetheError, type DatabaseConnection, type Statements } from '@lethe/database';

/** A timer that fires later than this shows that the process stood still. */
const STOOD_STILL_MS = 50;

/**
 * Waits for a query for a short time only. A database that is frozen answers nothing, neither rows
 * nor errors, and statement timeouts are made for work that is longer than a lookup.
 *
 * Time in which this process stood still extends the deadline once: the answer may have arrived,
 * but not been read yet. (`withDeadline` of `@lethe/resilience` gives no time back.)
 *
 * @param deadlineMs milliseconds to wait; for a lookup, `lookupMs` of the connection
 * @throws LetheError `unavailable` when the database is away or does not answer in time
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
      if (lostMs < STOOD_STILL_MS) refuse();
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

/** Runs statements of look-ups. */
export type LookUps = Pick<Statements, 'query'>;

/**
 * @param owner whose part of the connections is used: see `DatabaseConnection.of`
 * @returns what waits for each statement as `askDatabase` does
 */
export function lookUps(
  database: DatabaseConnection,
  owner?: string,
  deadlineMs = database.lookupMs,
): LookUps {
  const asked = owner === undefined ? database : database.of(owner);
  return {
    query: (sql, parameters) => askDatabase(() => asked.query(sql, parameters), deadlineMs),
  };
}
