import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from './start-error.js';

const POLL_MS = 100;

/**
 * Waits until a service says that it is ready.
 * @param url answers 200 when it is
 * @param signal ends the waiting
 * @throws StartError when it is not in time; the signal's reason
 */
export async function waitUntilReady(
  url: string,
  signal: AbortSignal,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    if (await answers200(url)) return;
    await delay(POLL_MS);
  }
  throw new StartError(`${url} did not answer 200 within ${String(timeoutMs / 1000)} s.`);
}

async function answers200(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false; // not listening yet
  }
}
