import type { KafkaClient } from '@lethe/messaging';
import type { Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import {
  SuppressionIndex,
  type SuppressionIndexEvent,
  type SuppressionIndexOptions,
} from '@lethe/suppression-index';
import { failureReason } from './failure-reason.js';
import type { EventFilterConfig } from './event-filter.config.js';

const SECOND_MS = 1_000;

/** Creates the suppression index, which writes to the log. Does not start the index. */
export function openIndex(
  kafka: KafkaClient,
  config: EventFilterConfig,
  logger: Logger,
  onApplied: (delayMs: number) => void,
): SuppressionIndex {
  const snapshotFile = config.LETHE_SNAPSHOT_FILE;
  return new SuppressionIndex({
    kafka,
    topicPrefix: config.LETHE_TOPIC_PREFIX,
    relayRecord: config.LETHE_RELAY_RECORD,
    snapshotEveryMs: config.LETHE_SNAPSHOT_INTERVAL * SECOND_MS,
    ...(snapshotFile === undefined ? {} : { snapshotFile }),
    onApplied,
    ...indexLog(logger),
  });
}

/** Returns the callbacks that log events of an index. */
export function indexLog(
  logger: Pick<Logger, 'debug' | 'info' | 'warn'>,
): Required<Pick<SuppressionIndexOptions, 'onEvent' | 'onError'>> {
  const throttle = new LogThrottle({ intervalMs: Infinity });
  return {
    onEvent: (event) => {
      if (event.type === 'reconnected') throttle.reset(); // the next outage warns again
      logEvent(logger, event);
    },
    onError: (error) => {
      const reason = failureReason(error);
      const level = throttle.isDue(reason) ? 'warn' : 'debug'; // retries every few seconds
      logger[level]({ reason }, 'the suppressions topic cannot be read, trying again');
    },
  };
}

function logEvent(logger: Pick<Logger, 'info' | 'warn'>, event: SuppressionIndexEvent): void {
  switch (event.type) {
    case 'standing':
    case 'lacking':
    case 'unreadable':
    case 'open-transaction':
    case 'restarted':
      logger.warn({ index: event }, 'suppression index');
      return;
    case 'retention-unknown':
    case 'snapshot-failed': {
      const reason = failureReason(event.error);
      logger.warn({ index: { type: event.type, reason } }, 'suppression index');
      return;
    }
    default:
      logger.info({ index: event }, 'suppression index');
  }
}
