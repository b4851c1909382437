// Preloaded into an app. For each tenth of a second, writes the longest slice of the main thread,
// as elapsed time and as CPU time.
import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 1;
const EVERY_MS = 100;
/** Linux: the nanoseconds that the main thread has run, then other figures. */
const SCHEDSTAT = `/proc/${process.pid}/task/${process.pid}/schedstat`;

if (isMainThread && process.env.BENCH_LOOP_FILE !== undefined) {
  const file = existsSync(SCHEDSTAT) ? openSync(SCHEDSTAT) : undefined;
  const buffer = Buffer.alloc(64);
  const ranMs = () =>
    file === undefined
      ? 0
      : parseInt(buffer.latin1Slice(0, readSync(file, buffer, 0, buffer.length, 0)), 10) / 1e6;
  let before = { at: performance.now(), ran: ranMs() };
  let most = { waited: 0, ran: 0 };
  // Between two ticks is at least one turn of the loop, so at most one slice is longer than the
  // written value.
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
