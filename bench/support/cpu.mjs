import { readdirSync, readFileSync } from 'node:fs';
import { median, round } from './statistics.mjs';

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

/**
 * Watches the CPU time of processes with their children from now on.
 *
 * @param {Record<string, { pid: number }>} processes
 * @returns a function that gets a number of units of work, and returns the CPU time of each process
 *   per unit, in µs
 */
export function watchCpu(processes) {
  const entries = Object.entries(processes);
  const before = entries.map(([, { pid }]) => cpuSecondsOfFamily(pid));
  return (units) =>
    Object.fromEntries(
      entries.map(([name, { pid }], at) => {
        const micros = ((cpuSecondsOfFamily(pid) - before[at]) * 1e6) / units;
        return [name, round(micros)];
      }),
    );
}

/** Formats the median CPU time of each process. @param rounds results of `watchCpu`, at least one */
export function cpuText(rounds) {
  return Object.keys(rounds[0])
    .map((name) => `${name} ${round(median(rounds.map((of) => of[name])))}`)
    .join(', ');
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
