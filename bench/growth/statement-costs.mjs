import { connect } from '../support/system.mjs';

/** Settings of a server whose statements are counted. */
export const COUNTING = { shared_preload_libraries: 'pg_stat_statements' };

/**
 * Opens a connection to the counts of all statements. The server must have been started with
 * `COUNTING`.
 *
 * @returns `database`, a connection whose own statements are not counted; and `during`
 */
export async function openCosts(session, databaseUrl) {
  const database = await connect(session, databaseUrl);
  await database.query('create extension if not exists pg_stat_statements');
  await database.query(`set pg_stat_statements.track = 'none'`);
  return { database, during: (work) => during(database, work) };
}

/**
 * Runs `work`, and returns the statements that other connections ran meanwhile. `blocks` are all
 * accesses to blocks, in the cache of the server or not, so they do not depend on the memory or the
 * load of the machine. Neither blocks nor milliseconds include the planning.
 *
 * @returns {Promise<{ text: string, calls: number, blocks: number, ms: number }[]>}
 */
async function during(database, work) {
  await database.query('select pg_stat_statements_reset()');
  await work();
  const { rows } = await database.query(
    `select query as text, calls::float8, (shared_blks_hit + shared_blks_read)::float8 as blocks,
            total_exec_time as ms
       from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())`,
  );
  return rows;
}

/**
 * Adds up the statements that ran at least once in each repetition of an operation. Periodic work
 * runs less often, if the repetitions are quick.
 *
 * @param statements of `during`
 * @param times number of repetitions
 * @param {(text: string) => boolean} counts which statements count
 * @returns blocks and milliseconds of one repetition
 * @throws Error if no statement counts
 */
export function costOfEach(statements, times, counts = () => true) {
  const counted = statements.filter(({ calls, text }) => calls >= times && counts(text));
  if (counted.length === 0) throw new Error('No statement of the operation was counted.');
  const sum = (key) => counted.reduce((total, statement) => total + statement[key], 0);
  return { blocks: sum('blocks') / times, ms: sum('ms') / times };
}

/**
 * Adds up one call of each statement.
 *
 * @param statements of `during`
 */
export function costOfOneCall(statements) {
  const sum = (key) =>
    statements.reduce((total, statement) => total + statement[key] / statement.calls, 0);
  return { blocks: sum('blocks'), ms: sum('ms') };
}
