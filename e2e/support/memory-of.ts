import { readFileSync } from 'node:fs';

/** Resident memory of a process on Linux, in bytes. */
export function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/statm`, 'utf8');
  return Number(text.split(' ')[1]) * 4096;
}

/** Most that a process on Linux was resident since its start, in bytes. */
export function peakMemoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1]) * 1024;
}
