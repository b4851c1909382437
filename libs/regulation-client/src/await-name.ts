import { retryUntilDone, signalWithin } from '@lethe/resilience';
import { codeOf } from './code-of.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

const RETRY_MS = 1_000;
/**
 * Maximum wait. In Kubernetes, the name of a headless Service does not exist before an instance is
 * ready, and the name server repeats this answer for up to 30 s.
 */
const WAIT_MS = 60_000;
/** Codes of the resolver for a name that it does not know, or does not know yet. */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'EAI_AGAIN']);

/**
 * Waits until the name of the regulation service is known, for at most 60 s. An app that starts
 * together with the service calls this before it reports that it is ready. A service that is known
 * and does not answer ends the wait, because an outage must not make all instances unready.
 *
 * @param signal ends the wait
 */
export async function awaitName(
  connections: Pick<RegulationConnections, 'isUp'>,
  signal: AbortSignal,
): Promise<void> {
  await retryUntilDone(() => connections.isUp(), {
    signal: signalWithin(signal, WAIT_MS),
    pauseMs: RETRY_MS,
    isWorthRetrying: (error) => codeOf(error, (code) => UNKNOWN_NAME.has(code)) !== undefined,
  }).catch(() => undefined); // the service is down, which `/readyz` shows in `checks`
}
