import { deadLetterTopicName } from '@lethe/contracts';
import { PartitionPipeline, UnreadableBatchError, type KafkaClient } from '@lethe/messaging';
import { describeError, type Health, type Logger } from '@lethe/observability';
import { failureReason } from './failure-reason.js';
import type { EventFilterConfig } from './event-filter.config.js';
import { RecordFilter, type Suppressions } from './events/record-filter.js';
import { filterBatch } from './filter-batch.js';
import type { FilterMetrics } from './filter-metrics.js';
import type { TopicLimits } from './topic-limits.js';

const SECOND_MS = 1_000;
const UNREADABLE =
  'a batch of events cannot be read: its partition has stopped, the other partitions continue; see docs/event-filter.md';

export interface CreatePipelineOptions {
  readonly kafka: KafkaClient;
  readonly config: EventFilterConfig;
  readonly suppressions: Suppressions;
  readonly limits: TopicLimits;
  readonly metrics: FilterMetrics;
  readonly health: Health;
  readonly logger: Logger;
}

/**
 * Creates the pipeline. It reads the input topic, filters the records, and writes to the output
 * topic and the dead-letter topic.
 */
export function createPipeline(options: CreatePipelineOptions): PartitionPipeline {
  const { kafka, config, suppressions, limits, metrics, health, logger } = options;
  const topics = { input: config.LETHE_EVENTS_IN, output: config.LETHE_EVENTS_OUT };
  const deadLetters = deadLetterTopicName(topics.input);
  const filter = new RecordFilter({
    user: config.LETHE_EVENT_USER,
    workspace: config.LETHE_EVENT_WORKSPACE,
    source: config.LETHE_EVENT_SOURCE,
    suppressions,
  });
  return new PartitionPipeline(kafka, {
    topic: topics.input,
    groupId: config.LETHE_EVENTS_GROUP,
    outputs: [topics.output, deadLetters],
    limits: limits.of,
    compression: config.LETHE_EVENTS_COMPRESSION,
    sessionTimeoutMs: config.LETHE_EVENTS_SESSION_TIMEOUT * SECOND_MS,
    work: (batch) => {
      const startedAt = performance.now();
      const at = Date.now();
      const { sends, tally, dropped } = filterBatch(filter, topics, batch, limits.of(deadLetters));
      return {
        sends,
        onCommitted: (nextOffset) => {
          metrics.add(tally, batch, nextOffset, (performance.now() - startedAt) / 1_000);
          dropped.show({ topic: topics.input, partition: batch.partition, at });
        },
      };
    },
    onJoin: (partitions) => {
      metrics.keepPartitions(partitions);
      logger.info({ partitions: partitions.length }, 'filtering events');
    },
    onRetry: (partition, error) => {
      const reason = failureReason(error);
      metrics.noteStopped(partition, reason);
      if (error instanceof UnreadableBatchError) {
        const { offset, nextOffset } = error;
        logger.error({ partition, offset, nextOffset, reason }, UNREADABLE);
        return;
      }
      if (reason === 'MESSAGE_TOO_LARGE') void limits.read(); // the broker's limit can have changed
      logger.warn({ partition, reason }, 'a batch was not forwarded, trying again');
    },
    onResume: (partition, next) => {
      metrics.noteResumed(partition, next);
    },
    onWaiting: (error) => {
      logger.warn({ reason: failureReason(error) }, 'events cannot be read, trying again');
    },
    onCrash: (error) => {
      const reason = failureReason(error);
      logger.error({ reason, error: describeError(error) }, 'the consumer of events ended');
      health.markDead('kafka', `the consumer of events ended (${reason})`);
    },
  });
}
