import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux on all processors that Node runs on. */
const TICKS_PER_SECOND = 100;

/** @returns seconds of processor time that a process has used, its threads included; NaN elsewhere than on Linux */
export function cpuSecondsOf(pid) {
  return statOf(pid)?.seconds ?? NaN;
}

/** The same with its children, also those that have ended. */
export function cpuSecondsOfFamily(pid) {
  const own = statOf(pid);
  if (own === undefined) return NaN;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = others.map(statOf).filter((stat) => stat?.parent === pid);
  return children.reduce((sum, { seconds }) => sum + seconds, own.seconds + own.ofEndedChildren);
}

/** @returns undefined when there is none: the process has ended, or the system is another */
function statOf(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a name may have spaces
  const seconds = (...at) => at.reduce((sum, n) => sum + Number(fields[n]), 0) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), seconds: seconds(11, 12), ofEndedChildren: seconds(13, 14) };
}
