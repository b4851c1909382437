import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaClient } from './create-kafka.js';
import { toKafkaAccessError } from './kafka-access-error.js';
import type { KafkaLog } from './kafka-log.js';

const RETRY_MS = 1_000;
const ATTEMPTS_PER_NOTICE = 10;

/**
 * Waits until Kafka answers for the first time, however long it is down. Needs no rights but to log
 * in.
 *
 * @param options.signal ends the waiting
 * @param options.onWaiting called for each failed attempt
 * @param options.log gets a line for the first failed attempt, and about every ten seconds
 * @throws KafkaAccessError when Kafka refuses the login, or a certificate is not accepted: at the
 *   start no waiting mends that. Later on every client waits it out, as something may be being
 *   replaced.
 */
export async function reachKafka(
  kafka: KafkaClient,
  options: {
    readonly signal: AbortSignal;
    readonly log: KafkaLog;
    readonly onWaiting?: () => void;
  },
): Promise<void> {
  const { signal, log } = options;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const admin = kafka.admin({ retry: { retries: 1, initialRetryTime: 50 } });
    try {
      await admin.connect();
      return;
    } catch (error) {
      const refused = toKafkaAccessError(error);
      if (refused !== undefined) throw refused;
      if (attempt % ATTEMPTS_PER_NOTICE === 0) {
        const reason = error instanceof Error ? error.message : String(error);
        log('warn', 'Kafka cannot be reached, trying again', { reason });
      }
      options.onWaiting?.();
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}
