import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Points at which a process can be stopped. `failpoints.mjs` describes how it finds each point. */
export type FailPoint =
  | 'before commit'
  | 'after commit'
  | 'before storing users'
  | 'after storing users'
  | 'before connecting the producer'
  | 'before sending a batch'
  | 'in the middle of a batch'
  | 'after the publish'
  | 'before deleting from the outbox'
  | 'after deleting from the outbox'
  | 'before moving the position'
  | 'after moving the position'
  | 'before noting a portion'
  | 'after noting a portion'
  | PointOf<DeletionStep>;

/** A step of the accounts of deletions, which is one statement of a transaction. */
export type DeletionStep =
  | 'storing an extension'
  | 'storing an exception'
  | 'ordering a verification'
  | 'claiming verifications'
  | 'ending a verification'
  | 'storing a job';

/** Points around a statement, and around the commit of a transaction whose last step it is. */
export type PointOf<Step extends string> = `${'before' | 'after'} ${'' | 'the commit of '}${Step}`;

export type Fault = 'SIGKILL' | 'SIGSTOP';

/** Arguments with which Node loads the failpoints. */
export const FAILPOINT_ARGS = ['--import', new URL('../failpoints.mjs', import.meta.url).href];

/** Checked here, because a process that cannot load the file reports this only in its output. */
if (!existsSync(fileURLToPath(FAILPOINT_ARGS[1]!))) throw new Error('failpoints.mjs is missing');

export function armFailPoint(file: string, point: FailPoint, signal: Fault): void {
  arm(file, { point, signal });
}

/**
 * Delays the next statement of this kind, while the process continues.
 *
 * @param delayMs milliseconds
 */
export function holdStatement(file: string, point: FailPoint, delayMs: number): void {
  arm(file, { point, delayMs });
}

/** Renames the complete file, so that the process never reads half of it. */
function arm(file: string, order: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(order));
  renameSync(`${file}.new`, file);
}

/** @returns whether the process had not reached the point */
export function disarmFailPoint(file: string): boolean {
  try {
    unlinkSync(file); // this fails if the process has removed the file
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether the process has reached the point and stopped. At the point, it removes the file
 * first and then sends itself the signal. So a missing file alone is not enough.
 *
 * @param pid of the process
 */
export function hasFired(file: string, pid: number): boolean {
  return hasBegun(file) && !isGoingOn(pid);
}

/** Returns whether the process has reached the point. */
export function hasBegun(file: string): boolean {
  return !existsSync(file);
}

/** Returns false if the process is frozen (T), is a zombie (Z), or does not exist. */
function isGoingOn(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !/^\s*[TZ]/.test(state);
  } catch {
    return false; // `ps` finds no such process
  }
}
