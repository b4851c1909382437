import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/**
 * Watches a process' resident memory from now on.
 *
 * On Linux the kernel keeps the peak; elsewhere it is sampled with `ps`, which may miss a short one.
 *
 * @returns `idle`, and `stop()` for the peak since; both in MiB
 */
export function watchMemory(pid) {
  return process.platform === 'linux' ? kernelPeak(pid) : sampledPeak(pid);
}

/** A process' resident memory now, in MiB. */
export function residentOf(pid) {
  return process.platform === 'linux' ? ofKernel(pid, 'VmRSS') : ofPs(pid);
}

function ofKernel(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)[1]) / 1024;
}

function ofPs(pid) {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
}

function kernelPeak(pid) {
  const read = (field) => ofKernel(pid, field);
  writeFileSync(`/proc/${pid}/clear_refs`, '5'); // the peak begins anew
  const idle = read('VmRSS');
  return { idle, stop: () => read('VmHWM') };
}

function sampledPeak(pid) {
  const sample = () => ofPs(pid);
  const idle = sample();
  let peak = idle;
  const timer = setInterval(() => {
    peak = Math.max(peak, sample());
  }, SAMPLE_MS);
  return {
    idle,
    stop: () => {
      clearInterval(timer);
      return Math.max(peak, sample());
    },
  };
}
