import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second: 100 on Linux on all CPUs that Node supports. */
const TICKS_PER_SECOND = 100;

/**
 * @returns seconds of CPU time that a process and its threads have used; NaN on other systems than
 *   Linux
 */
export function cpuSecondsOf(pid) {
  return statOf(pid)?.seconds ?? NaN;
}

/**
 * @returns seconds of CPU time of a process and its children, including children that have ended
 */
export function cpuSecondsOfFamily(pid) {
  const own = statOf(pid);
  if (own === undefined) return NaN;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = others.map(statOf).filter((stat) => stat?.parent === pid);
  return children.reduce((sum, { seconds }) => sum + seconds, own.seconds + own.ofEndedChildren);
}

/** @returns undefined if the process has ended, or the system is not Linux */
function statOf(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name can have spaces
  const seconds = (...at) => at.reduce((sum, n) => sum + Number(fields[n]), 0) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), seconds: seconds(11, 12), ofEndedChildren: seconds(13, 14) };
}
