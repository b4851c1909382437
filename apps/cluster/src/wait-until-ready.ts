import { StartError } from '@lethe/observability';
import { retryUntilDone } from '@lethe/resilience';

const PAUSE_MS = 100;

/**
 * Waits until a service says that it is ready, and reaches everything that it needs: a gateway is
 * ready while it cannot read test results yet, and the first test would be refused.
 *
 * @param url answers 200 when the service is ready, with a body that names what it cannot reach
 * @param signal ends the waiting
 * @param timeoutMs milliseconds from now
 * @throws StartError when the service is not ready in time; the signal's reason
 */
export async function waitUntilReady(
  url: string,
  signal: AbortSignal,
  timeoutMs = 60_000,
): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  await retryUntilDone(
    async () => {
      if (await isReady(url)) return;
      throw new StartError(`${url} was not ready within ${String(timeoutMs / 1000)} s.`);
    },
    { signal, pauseMs: PAUSE_MS, isWorthRetrying: () => Date.now() < giveUpAt },
  );
  signal.throwIfAborted();
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
