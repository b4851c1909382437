import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process on Linux, in bytes. */
export function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/statm`, 'utf8');
  return Number(text.split(' ')[1]) * 4096;
}

/** Returns the maximum resident memory of a process on Linux since its start, in bytes. */
export function peakMemoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024;
}
