import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Of Linux on all processors that Node runs on. */
const TICKS_PER_SECOND = 100;

/** @returns seconds of processor time that a process has used, its threads included */
export function cpuSecondsOf(pid) {
  if (process.platform !== 'linux') return ofPs(pid);
  return statOf(pid).seconds;
}

/** @returns seconds of processor time that a process and its children have used; of children that have ended on Linux only */
export function cpuSecondsOfFamily(pid) {
  if (process.platform !== 'linux') return ofPs(pid) + childrenOfPs(pid);
  const own = statOf(pid);
  return childrenOf(pid)
    .map(statOf)
    .filter((stat) => stat !== undefined)
    .reduce((sum, { seconds }) => sum + seconds, own.seconds + own.ofEndedChildren);
}

/** @returns a process and, on Linux, its children: their process ids */
export function familyOf(pid) {
  return process.platform === 'linux' ? [pid, ...childrenOf(pid)] : [pid];
}

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((other) => statOf(other)?.parent === pid);
}

/** @returns undefined when the process has ended */
function statOf(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a name may have spaces
  const ticks = (...of) => of.reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), seconds: ticks(11, 12), ofEndedChildren: ticks(13, 14) };
}

function ofPs(pid) {
  return secondsOf(String(execFileSync('ps', ['-o', 'time=', '-p', String(pid)])).trim());
}

function childrenOfPs(pid) {
  const lines = String(execFileSync('ps', ['-A', '-o', 'ppid=,time=']))
    .trim()
    .split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/));
  return all
    .filter(([parent]) => Number(parent) === pid)
    .reduce((sum, [, time]) => sum + secondsOf(time), 0);
}

/** @param text `[[dd-]hh:]mm:ss.ss` */
function secondsOf(text) {
  const [days, clock] = text.includes('-') ? text.split('-') : ['0', text];
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
