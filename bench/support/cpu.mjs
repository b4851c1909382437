import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Of Linux on all processors that Node runs on. */
const TICKS_PER_SECOND = 100;

/** @returns seconds of processor time that a process has used, its threads included */
export function cpuSecondsOf(pid) {
  if (process.platform !== 'linux') return ofPs(pid);
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a name may have spaces
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** `[[dd-]hh:]mm:ss.ss` */
function ofPs(pid) {
  const text = String(execFileSync('ps', ['-o', 'time=', '-p', String(pid)])).trim();
  const [days, clock] = text.includes('-') ? text.split('-') : ['0', text];
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}
