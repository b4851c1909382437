import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether a process with this id is there. A zombie counts; see `runs`. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process runs a program with this text in its command line. Ids are used again, in
 * containers soon, so an id in a file proves nothing. Zombies have no command line.
 */
export function runs(pid: number, text: string): boolean {
  return isAlive(pid) && commandLine(pid).includes(text);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return ''; // the process is gone, or this system shows no command lines: it is not taken for ours
  }
}

/** How to ask a process to end: each signal, and how long to wait before the next. */
export type StopSteps = readonly { readonly signal: NodeJS.Signals; readonly waitMs: number }[];

/**
 * Ends a process that is not our child.
 * @param text what the command line must hold: by now another program's process may have the id
 */
export async function endProcess(pid: number, text: string, steps: StopSteps): Promise<void> {
  for (const { signal, waitMs } of steps) {
    if (!runs(pid, text)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + waitMs;
    while (runs(pid, text) && Date.now() < deadline) await delay(20);
  }
}
