import { StartError } from '@lethe/observability';
import { retryUntilDone } from '@lethe/resilience';

const PAUSE_MS = 100;

/**
 * Waits until a service is ready and reaches all services that it needs. A gateway reports that it
 * is ready even before it can read test results; at that time it would refuse a test.
 *
 * @param url returns 200 when the service is ready, and "down" for each service that it cannot
 * reach
 * @param signal aborts the wait
 * @param timeoutMs milliseconds from now
 * @throws StartError when the service is not ready in time; the reason of the signal when it is
 * aborted
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
      throw new StartError(
        `${url} was not ready within ${String(timeoutMs / 1000)} s. See the log lines above.`,
      );
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
