import type { Client } from 'pg';
import { conflict, failed, refused, type DeletionProblem } from '../shared/deletion-problem.js';
import type { FoundTable } from './find-table.js';
import { postgresProblem, sqlStateOf } from './postgres-problem.js';

export interface RefusedTransaction {
  /** SQL that begins a transaction with its settings. */
  readonly start: string;
  /** Tables up to the table of the refused delete; all tables if the commit was refused. */
  readonly tables: readonly FoundTable[];
  readonly userIds: readonly string[];
  readonly isAlone: boolean;
  /** Awaited before each diagnostic statement. */
  readonly beforeCall: () => Promise<void>;
}

/**
 * Finds the cause of a refused delete or commit. The SQLSTATE is not enough, because a trigger can
 * raise any SQLSTATE, for example the SQLSTATE of a lost connection. So this function repeats the
 * delete with an empty list of ids. After a timeout, it selects the rows instead.
 * - If the connection is lost or the server refuses again, the cause concerns all users.
 * - If the statement succeeds, the cause is the rows of a user, or a trigger that runs for these
 *   rows. If the job has several users, Lethe then splits it. If it has one user, the outcome is a
 *   refusal, or a failure if the error can be temporary.
 *
 * @returns the problem; `error` unchanged if it is a network error or a defect
 */
export async function rowProblem(
  client: Client,
  error: unknown,
  refused: RefusedTransaction,
): Promise<unknown> {
  const { tables, isAlone } = refused;
  const table = tables.at(-1)?.name;
  const code = sqlStateOf(error);
  if (code === undefined) return postgresProblem(error, table) ?? error;
  const forAll = (cause: unknown) => postgresProblem(cause, table) ?? cause;
  try {
    await client.query('rollback');
  } catch {
    return forAll(error); // The connection is lost, so no trigger has raised the error.
  }
  // A full disk and a trigger can have the same SQLSTATE. Only errors of triggers have a context.
  if (code.startsWith('53') && !hasContext(error)) return forAll(error);
  const cause = await causeWithoutRows(client, code, refused);
  if (cause !== undefined) return forAll(cause);
  const problem = ofOneUser(code, error, table ?? '');
  return isAlone ? problem : splitting(problem);
}

/** @returns a refusal with the same reason, so that Lethe splits the users to find the cause */
export function splitting({ outcome }: DeletionProblem): DeletionProblem {
  const reason = 'reason' in outcome ? outcome.reason : '';
  return refused(reason);
}

/**
 * @returns the server's error for a delete without ids, or for a select after a timeout; undefined
 *   if the statement succeeds
 */
async function causeWithoutRows(
  client: Client,
  code: string,
  { start, tables, userIds, beforeCall }: RefusedTransaction,
): Promise<unknown> {
  try {
    // 57014 is a timeout. If the column has no index, a select is slow too, and the cause concerns
    // all users. If the select is fast, only the delete of some rows is slow.
    for (const { sqlTable, sqlColumn, idType } of code === '57014' ? tables.slice(-1) : tables) {
      const condition = idType.condition(sqlColumn);
      await beforeCall();
      await client.query(start);
      await (code === '57014'
        ? client.query(`select from ${sqlTable} where ${condition} limit 1`, [
            userIds.filter(idType.canHold),
          ])
        : client.query(`delete from ${sqlTable} where ${condition}`, [[]]));
      await client.query('rollback');
    }
    return undefined;
  } catch (error) {
    if (sqlStateOf(error) === undefined) throw error;
    return error;
  }
}

/** Returns whether a function of the database raised the error. Triggers are such functions. */
function hasContext(error: unknown): boolean {
  const { where } = error as { readonly where?: unknown };
  return typeof where === 'string' && where !== '';
}

/** Matches the SQLSTATEs of errors that can be temporary. */
const MAY_PASS = /^(08|53|57|58|XX)/;
const LOCKED: ReadonlySet<string> = new Set(['55P03', '40P01', '40001']);
/** SQLSTATEs for which `postgresProblem` has a text. */
const KNOWN: ReadonlySet<string> = new Set(['23503', '23514', '23502', '23001', 'P0001']);

function ofOneUser(code: string, error: unknown, table: string): DeletionProblem {
  const known = KNOWN.has(code) ? postgresProblem(error, table) : undefined;
  if (known !== undefined) return known;
  if (LOCKED.has(code))
    return conflict(`Another transaction locks or changes the rows on ${table}.`);
  if (code === '57014') return failed(`A delete on ${table} took more than ten minutes.`);
  const reason = `PostgreSQL refuses to delete the user's rows on ${table} with the error ${code}. The same statement without rows succeeds, so the cause is the data of these rows, or a trigger.`;
  return MAY_PASS.test(code) ? failed(reason) : refused(reason);
}
