import type { Client } from 'pg';
import { conflict, failed, refused, type DeletionProblem } from '../shared/deletion-problem.js';
import type { FoundTable } from './find-table.js';
import { postgresProblem, sqlStateOf } from './postgres-problem.js';

/** A transaction that the server refused. */
export interface RefusedTransaction {
  /** Begins such a transaction. */
  readonly start: string;
  /** Up to the table of the statement that was refused; all of them for the commit. */
  readonly tables: readonly FoundTable[];
  readonly userIds: readonly string[];
  /** Whether the deletion has one user only. */
  readonly isAlone: boolean;
  /** Awaited before each statement that looks for the cause. */
  readonly beforeCall: () => Promise<void>;
}

/**
 * Finds out what the server's refusal of a delete or a commit is about. A SQLSTATE alone does not say it: a trigger
 * may raise any, those of lost connections and missing rights included. So the server is asked again, for no rows:
 * - a connection that is gone, or a refusal without rows too: it is about all users;
 * - otherwise the rows of a user cause it, or what a trigger says of them: the users are split, and one that stands
 *   alone is refused, or tried again where the error may pass.
 *
 * @returns the problem; `error` where it is none of the server's
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
    return forAll(error); // The server ended the session, so it meant that.
  }
  // Nothing else tells a full disk from a trigger that says so.
  if (code.startsWith('53') && !hasContext(error)) return forAll(error);
  const cause = await causeWithoutRows(client, code, refused);
  if (cause !== undefined) return forAll(cause);
  const problem = ofOneUser(code, error, table ?? '');
  return isAlone ? problem : splitting(problem);
}

/** @returns the same for several users: which of them it is about is found by splitting */
export function splitting({ outcome }: DeletionProblem): DeletionProblem {
  const reason = 'reason' in outcome ? outcome.reason : '';
  return refused(reason);
}

/** @returns what the server says where no rows are deleted; undefined when that works */
async function causeWithoutRows(
  client: Client,
  code: string,
  { start, tables, userIds, beforeCall }: RefusedTransaction,
): Promise<unknown> {
  try {
    // Without an index every delete takes long; with one, the rows of few users do.
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

/** Whether the server was in a function: only there can a trigger have raised the error. */
function hasContext(error: unknown): boolean {
  const { where } = error as { readonly where?: unknown };
  return typeof where === 'string' && where !== '';
}

/** Classes of errors that another attempt may not meet. */
const MAY_PASS = /^(08|53|57|58|XX)/;
const LOCKED: ReadonlySet<string> = new Set(['55P03', '40P01', '40001']);
/** Refusals with a sentence of their own. */
const KNOWN: ReadonlySet<string> = new Set(['23503', '23514', '23502', '23001', 'P0001']);

function ofOneUser(code: string, error: unknown, table: string): DeletionProblem {
  const known = KNOWN.has(code) ? postgresProblem(error, table) : undefined;
  if (known !== undefined) return known;
  if (LOCKED.has(code)) return conflict(`Rows on ${table} are locked or changed by somebody else.`);
  if (code === '57014') return failed(`A delete on ${table} took over ten minutes.`);
  const reason = `PostgreSQL refuses to delete rows of the user on ${table} with the error ${code}; to delete no rows works. Their data or a trigger causes it.`;
  return MAY_PASS.test(code) ? failed(reason) : refused(reason);
}
