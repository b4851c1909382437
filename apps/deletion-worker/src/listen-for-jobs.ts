import { topicName, TOPICS } from '@lethe/contracts';
import { AtMostOnceConsumer, type KafkaClient } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';

/** A record is done with as soon as it was seen. */
const MOST_IN_HAND = 1_000;

export interface ListenOptions {
  readonly kafka: KafkaClient;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** There may be work. */
  readonly wake: () => void;
}

/**
 * Hears of new jobs on the topic of deletions. Its records only say that there is work: what there is, the
 * service says. So while it hears nothing, or for good when its consumer has ended, jobs begin up to five
 * seconds later, and that is all.
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
    maxInHand: MOST_IN_HAND,
    onRecord: () => {
      wake();
      return Promise.resolve();
    },
    onWaiting: (error) => {
      logger.warn({ error: describeError(error) }, 'news of jobs cannot be read, trying again');
    },
    onJoin: (partitions) => {
      logger.info({ partitions: partitions.length }, 'hearing of deletion jobs');
    },
    onCrash: (error) => {
      logger.error(
        { error: describeError(error) },
        'the consumer of news of jobs ended: from now on jobs are found up to 5 seconds later',
      );
    },
  });
}
