import { GuestMemoryError, type GuestMachine } from './guest-machine.js';
import type { GuestSession } from './guest-session.js';
import type { Limit } from '../limits/limit-texts.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';

/** Between two rounds the clock is read. */
const JOBS_PER_ROUND = 256;
/** A guest that falls silent with this part of its memory in use had none left to report with. */
const FULL = 0.8;
/** All that is thrown when there is no memory for an error. */
const NO_ERROR = '"kind":"null"}';

/**
 * Runs the guest until it has said what came of it, or can't any more.
 *
 * @returns the limit that stopped it; undefined when `session.outcome` is set
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
    // The interpreter has more ways to fail when it is out of memory.
    if (error instanceof GuestMemoryError || isFull(machine, memoryBytes)) return 'memory';
    // The thread's own stack ends with a RangeError.
    return error instanceof RangeError ? 'stack' : 'crash';
  }
}

function isFull(machine: GuestMachine, memoryBytes: number): boolean {
  return machine.peakBytes > FULL * memoryBytes;
}
