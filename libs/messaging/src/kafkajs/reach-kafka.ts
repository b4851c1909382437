import { LogThrottle, retryUntilDone } from '@lethe/resilience';
import { KafkaAccessError, toKafkaAccessError } from './kafka-access-error.js';
import type { KafkaClient } from './kafka-client.js';
import type { KafkaLog } from './kafka-log.js';
import { withAdmin } from './topic-admin.js';

const RETRY_MS = 1_000;

/**
 * Waits until Kafka answers for the first time, without a time limit. Needs only the permission to
 * log in.
 *
 * @param options.signal ends the wait
 * @param options.onWaiting called for each failed attempt
 * @param options.log receives a line for the first failed attempt, and about every ten seconds
 * @throws KafkaAccessError if Kafka refuses the login or a certificate is not accepted. At the
 * start, a retry would not help. Later, every client retries, because an operator may be replacing
 * the credentials.
 */
export async function reachKafka(
  kafka: KafkaClient,
  options: {
    readonly signal: AbortSignal;
    readonly log: KafkaLog;
    readonly onWaiting?: () => void;
  },
): Promise<void> {
  const { signal, log, onWaiting } = options;
  const throttle = new LogThrottle();
  await retryUntilDone(() => reachOnce(kafka), {
    signal,
    pauseMs: RETRY_MS,
    isWorthRetrying: (error) => !(error instanceof KafkaAccessError),
    onFailure: (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      if (throttle.isDue()) log('warn', 'Kafka cannot be reached, trying again', { reason });
      onWaiting?.();
    },
  });
}

async function reachOnce(kafka: KafkaClient): Promise<void> {
  const retry = { retries: 1, initialRetryTime: 50 };
  try {
    await withAdmin(kafka, () => Promise.resolve(), { retry });
  } catch (error) {
    throw toKafkaAccessError(error) ?? error;
  }
}
