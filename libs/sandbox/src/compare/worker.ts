import { setClock } from '../threads/thread-watch.js';
import type { Timed } from '../threads/timed-threads.js';
import { compareOutputs } from './compare-outputs.js';

/** Values are JSON texts: a thread gets a text as one copy, and an object member by member. */
export interface CompareTask extends Timed {
  readonly expected: string;
  readonly actual: string;
  readonly ignore: readonly string[];
  readonly mostBytes: number;
}

/** The pool calls it, one comparison at a time. @returns a `Compared` as JSON */
export default function compare(task: CompareTask): string {
  setClock(task.clock, true);
  const [expected, actual] = [task.expected, task.actual].map(
    (text) => JSON.parse(text) as readonly object[],
  );
  return JSON.stringify(compareOutputs(expected ?? [], actual ?? [], task.ignore, task.mostBytes));
}
