// Node preloads this file into an app. It writes the longest uninterrupted slice of the main thread
// every 100 ms, as elapsed time and as CPU time.
import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 1;
const EVERY_MS = 100;
/** On Linux, this file begins with the nanoseconds that the main thread has run. */
const SCHEDSTAT = `/proc/${process.pid}/task/${process.pid}/schedstat`;

if (isMainThread && process.env.BENCH_LOOP_FILE !== undefined) {
  const file = existsSync(SCHEDSTAT) ? openSync(SCHEDSTAT, 'r') : undefined;
  const buffer = Buffer.alloc(64);
  const ranMs = () =>
    file === undefined
      ? 0
      : parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0)), 10) /
        1e6;
  let before = { at: performance.now(), ran: ranMs() };
  let most = { waited: 0, ran: 0 };
  // A slice delays the next tick. So the time between two ticks shows the longest slice between
  // them.
  setInterval(() => {
    const now = { at: performance.now(), ran: ranMs() };
    most.waited = Math.max(most.waited, now.at - before.at - TICK_MS);
    most.ran = Math.max(most.ran, now.ran - before.ran);
    before = now;
  }, TICK_MS).unref();
  setInterval(() => {
    appendFileSync(process.env.BENCH_LOOP_FILE, `${Date.now()} ${most.waited} ${most.ran}\n`);
    most = { waited: 0, ran: 0 };
  }, EVERY_MS).unref();
}
