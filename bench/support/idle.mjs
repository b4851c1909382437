import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSecondsOfFamily } from './cpu.mjs';
import { round } from './statistics.mjs';

/** A machine is idle if other programs use at most this share of the time of all CPUs. */
export const IDLE_SHARE = 0.05;

/**
 * Measures the other programs of the machine while this program only waits.
 *
 * @param seconds of the measurement
 * @returns share of the time of all CPUs that programs used, from 0 to 1
 */
export async function busyShare(seconds) {
  const stop = watchShare(() => 0);
  await delay(seconds * 1_000);
  return stop();
}

/**
 * Measures the other programs of the machine while children of this process work. Threads of the
 * kernel count as other programs.
 *
 * @returns a function that returns the share of the time of all CPUs that other programs have used,
 *   from 0 to 1; NaN on other systems than Linux. Call it when the children have ended.
 */
export function watchOthers() {
  return watchShare(() => cpuSecondsOfFamily(process.pid));
}

/** @param ownSeconds returns CPU seconds that do not count */
function watchShare(ownSeconds) {
  const used = () => cpuSecondsOfAll() - ownSeconds();
  const [before, startedAt] = [used(), performance.now()];
  return () => {
    const available = ((performance.now() - startedAt) / 1_000) * cpus().length;
    const share = (used() - before) / available;
    return round(Math.min(1, Math.max(0, share)), 3); // the clocks have ticks of 10 ms
  };
}

/** @param otherPrograms share of the CPUs `before` and `during` a run; null: not measured */
export function wasIdle({ before, during }) {
  return before <= IDLE_SHARE && (during ?? 0) <= IDLE_SHARE;
}

/** Returns the seconds of CPU time that all programs of this machine have used. */
function cpuSecondsOfAll() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1_000;
}
