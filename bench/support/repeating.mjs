import { setTimeout as delay } from 'node:timers/promises';
import { call } from './http-client.mjs';

/** Repeats `work` for some seconds. @param work gets a number, from 0 */
export async function forSeconds(seconds, work) {
  const until = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < until; n += 1) await work(n);
}

/**
 * Repeats calls, with several callers at once, while other work runs.
 *
 * @returns the result of `work`
 */
export async function beside(callers, call, work) {
  let isOver = false;
  const caller = async () => {
    while (!isOver) await call();
  };
  const calling = Promise.all(Array.from({ length: callers }, caller));
  const failed = calling.then(() => new Promise(() => undefined));
  try {
    return await Promise.race([work(), failed]);
  } finally {
    isOver = true;
    await calling;
  }
}

/**
 * Sends requests one after another, with pauses. Ends after a complete turn.
 *
 * @param requestsOf gets the number of a turn, from 0, and returns its requests
 * @returns milliseconds of each request
 * @throws Error if a request is refused
 */
export async function timeCalls(url, { seconds, pauseMs, requestsOf }) {
  const durations = [];
  await forSeconds(seconds, async (n) => {
    for (const request of requestsOf(n)) {
      const began = performance.now();
      const { status, bytes } = await call(url, request);
      if (status >= 300) throw new Error(`${request.path}: ${status} ${bytes}`);
      durations.push(performance.now() - began);
      await delay(pauseMs);
    }
  });
  return durations;
}
