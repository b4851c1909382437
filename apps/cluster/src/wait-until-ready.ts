import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from './start-error.js';

const POLL_MS = 100;

/**
 * Waits until a service says that it is ready, and reaches everything that it needs: a gateway is
 * ready while it cannot read test results yet, and the first test would be refused.
 * @param url answers 200 when it is, with its checks
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
    if (await isReady(url)) return;
    await delay(POLL_MS);
  }
  throw new StartError(`${url} was not ready within ${String(timeoutMs / 1000)} s.`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    const text = await answer.text();
    return answer.status === 200 && !text.includes('"down"');
  } catch {
    return false; // not listening yet
  }
}
