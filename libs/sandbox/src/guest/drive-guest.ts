import { GuestMemoryError, type GuestMachine } from './guest-machine.js';
import type { GuestSession } from './guest-session.js';
import type { Limit } from '../limits/limit-texts.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';

/** Number of jobs that run until the time limit is checked again. */
const JOBS_PER_ROUND = 256;
/** If a guest stops without a report and used at least this part of its memory, memory ran out. */
const FULL = 0.8;
/** End of the outcome if the interpreter had no memory for an error object and threw `null`. */
const NO_ERROR = '"kind":"null"}';

/**
 * Runs the guest until it reports its outcome, or cannot continue.
 *
 * @returns the limit that stopped the guest; undefined if `session.outcome` is set
 */
export async function driveGuest(
  machine: GuestMachine,
  session: GuestSession,
  input: string,
  { memoryBytes }: SandboxLimits,
): Promise<Limit | undefined> {
  try {
    machine.restore();
    machine.start(session.moduleName, input);
    for (;;) {
      const jobs = machine.runJobs(JOBS_PER_ROUND);
      if (session.outcome?.endsWith(NO_ERROR) === true && isFull(machine, memoryBytes))
        return 'memory';
      if (session.outcome !== undefined) return undefined;
      if (session.isOverTime()) return 'time';
      if (jobs === JOBS_PER_ROUND) continue;
      const answer = await session.nextAnswer();
      if (answer !== undefined) machine.settle(answer.id, answer.text);
      else if (session.isOverTime()) return 'time';
      else return isFull(machine, memoryBytes) ? 'memory' : 'unsettled';
    }
  } catch (error) {
    if (session.wasInterrupted) return 'time';
    // When memory runs out, the interpreter can also fail in other ways.
    if (error instanceof GuestMemoryError || isFull(machine, memoryBytes)) return 'memory';
    // A RangeError means that the stack of the thread is full.
    return error instanceof RangeError ? 'stack' : 'crash';
  }
}

function isFull(machine: GuestMachine, memoryBytes: number): boolean {
  return machine.peakBytes > FULL * memoryBytes;
}
