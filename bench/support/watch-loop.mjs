// Preloaded into an app: writes how long its main thread stood still at most, in each tenth of a second.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const EVERY_MS = 100;

if (isMainThread && process.env.BENCH_LOOP_FILE !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    appendFileSync(process.env.BENCH_LOOP_FILE, `${Date.now()} ${delay.max / 1e6}\n`);
    delay.reset();
  }, EVERY_MS).unref();
}
