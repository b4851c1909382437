import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const SAMPLE_MS = 20;

/**
 * Watches the resident memory of processes from now on. On Linux the kernel keeps the peak. On
 * other systems `ps` samples the memory, and can miss a short peak.
 *
 * @param processes by name, each with a `pid`
 * @returns `stop()`, which returns for each process `idle` (now), `peak` and `over` (their
 *   difference), in MiB
 */
export function watchMemory(processes) {
  const watch = process.platform === 'linux' ? kernelPeak : sampledPeak;
  const watches = Object.entries(processes).map(([name, { pid }]) => [name, watch(pid)]);
  const result = (/** @type {any} */ { idle, stop }) => {
    const peak = stop();
    return { idle, peak, over: peak - idle };
  };
  return { stop: () => Object.fromEntries(watches.map(([name, each]) => [name, result(each)])) };
}

function kernelPeak(pid) {
  const read = (field) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)[1]) / 1024;
  };
  writeFileSync(`/proc/${pid}/clear_refs`, '5'); // resets the peak
  return { idle: read('VmRSS'), stop: () => read('VmHWM') };
}

function sampledPeak(pid) {
  const sample = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
  const idle = sample();
  let peak = idle;
  const timer = setInterval(() => (peak = Math.max(peak, sample())), SAMPLE_MS);
  const stop = () => {
    clearInterval(timer);
    return Math.max(peak, sample());
  };
  return { idle, stop };
}
