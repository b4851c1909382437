import { topicName, TOPICS } from '@lethe/contracts';
import { AtMostOnceConsumer, type KafkaClient } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';

/** The limit is high, because a record only wakes the worker. */
const MAX_IN_FLIGHT = 1_000;

export interface ListenOptions {
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** Called when there can be new jobs. */
  readonly wake: () => void;
}

/**
 * Wakes the worker when a record arrives on the topic of deletions. The jobs come from the service,
 * so without the topic they begin at most five seconds later.
 */
export function listenForJobs({
  kafka,
  topicPrefix,
  logger,
  wake,
}: ListenOptions): AtMostOnceConsumer {
  return new AtMostOnceConsumer(kafka, {
    topic: topicName(topicPrefix, TOPICS.deletions),
    groupId: `${topicPrefix}deletion-worker`,
    maxInFlight: MAX_IN_FLIGHT,
    onRecord: () => {
      wake();
      return Promise.resolve();
    },
    onWaiting: (error) => {
      logger.warn(
        { error: describeError(error) },
        'the deletions topic cannot be read, trying again',
      );
    },
    onJoin: (partitions) => {
      logger.info({ partitions: partitions.length }, 'reading the deletions topic');
    },
    onCrash: (error) => {
      logger.error(
        { error: describeError(error) },
        'the consumer of the deletions topic ended: until a restart, jobs begin up to 5 seconds later',
      );
    },
  });
}
