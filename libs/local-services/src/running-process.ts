import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Returns true if a process has this id, even if the process is a zombie. See `runs`. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Returns true if the command line of the process contains the text. An id from a file is not
 * enough to find a process, because systems reuse ids. In containers, they do so after a short
 * time. Returns false for zombies, because they have no command line.
 */
export function runs(pid: number, text: string): boolean {
  return isAlive(pid) && commandLine(pid).includes(text);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return ''; // the process ended, or the system shows no command lines
  }
}

/** Signals that end a process, and the milliseconds to wait after each signal. */
export type StopSteps = readonly { readonly signal: NodeJS.Signals; readonly waitMs: number }[];

/**
 * Ends a process that is not a child of this process.
 *
 * @param text text that the command line must contain, because systems reuse ids
 */
export async function endProcess(pid: number, text: string, steps: StopSteps): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (!runs(pid, text)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + waitMs;
    while (runs(pid, text) && Date.now() < deadline) await delay(20);
  }
}
