import { readFileSync } from 'node:fs';

/** Resident memory of a process on Linux, in bytes. */
export function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/statm`, 'utf8');
  return Number(text.split(' ')[1]) * 4096;
}
