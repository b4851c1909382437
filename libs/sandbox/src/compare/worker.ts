import { setClock } from '../threads/thread-watch.js';
import type { Timed } from '../threads/timed-threads.js';
import { compareOutputs } from './compare-outputs.js';

/**
 * Task of a thread. The outputs are JSON texts, because a text is passed to a thread as one copy.
 * An object would be copied member by member.
 */
export interface CompareTask extends Timed {
  readonly expected: string;
  readonly actual: string;
  readonly ignore: readonly string[];
  readonly mostBytes: number;
}

/** Compares two outputs. @returns a `Compared` as JSON */
export default function compare(task: CompareTask): string {
  setClock(task.clock, true);
  const [expected, actual] = [task.expected, task.actual].map(
    (text) => JSON.parse(text) as readonly object[],
  );
  return JSON.stringify(compareOutputs(expected ?? [], actual ?? [], task.ignore, task.mostBytes));
}
