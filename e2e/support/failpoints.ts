import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a process can be stopped; `failpoints.mjs` says how each is found. */
export type FailPoint =
  | 'before commit'
  | 'after commit'
  | 'before connecting the producer'
  | 'before sending a batch'
  | 'in the middle of a batch'
  | 'after the publish'
  | 'before deleting from the outbox'
  | 'after deleting from the outbox'
  | 'before moving the position'
  | 'after moving the position'
  | 'before noting a portion'
  | 'after noting a portion';

export type Fault = 'SIGKILL' | 'SIGSTOP';

/** Arguments for Node that make a process listen to the file. */
export const FAILPOINT_ARGS = ['--import', new URL('../failpoints.mjs', import.meta.url).href];

/** Checked here, as a process that cannot load it would only say so in its output. */
if (!existsSync(fileURLToPath(FAILPOINT_ARGS[1]!))) throw new Error('failpoints.mjs is gone');

export function armFailPoint(file: string, point: FailPoint, signal: Fault): void {
  arm(file, { point, signal });
}

/** Has the next statement of that kind come later, while the process goes on. @param heldMs milliseconds */
export function holdStatement(file: string, point: FailPoint, heldMs: number): void {
  arm(file, { point, heldMs });
}

/** Moved into place: the process must never read half of it. */
function arm(file: string, order: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(order));
  renameSync(`${file}.new`, file);
}

/** @returns whether the process had not got to the point */
export function disarmFailPoint(file: string): boolean {
  try {
    unlinkSync(file); // one of us takes it away, which decides
    return true;
  } catch {
    return false;
  }
}

/**
 * The process takes the file away when it gets to the point, and sends itself the signal after that: what counts is that it has stopped.
 *
 * @param pid of the process
 */
export function hasFired(file: string, pid: number): boolean {
  return hasBegun(file) && !isGoingOn(pid);
}

/** Whether the process got to the point. */
export function hasBegun(file: string): boolean {
  return !existsSync(file);
}

/** Not where it is frozen (T), has ended and was not waited for yet (Z), or is gone. */
function isGoingOn(pid: number): boolean {
  try {
    const state = execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !/^\s*[TZ]/.test(state);
  } catch {
    return false; // `ps` finds nobody
  }
}
