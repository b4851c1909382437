import { deadLetterTopicName } from '@lethe/contracts/events';
import { PartitionPipeline, type KafkaClient } from '@lethe/messaging';
import { describeError, type Health, type Logger } from '@lethe/observability';
import { describeFailure } from './describe-failure.js';
import type { EventFilterConfig } from './event-filter.config.js';
import { RecordFilter, type Suppressions } from './events/record-filter.js';
import { filterBatch } from './filter-batch.js';
import type { FilterMetrics } from './filter-metrics.js';

const SECOND_MS = 1_000;

export interface CreatePipelineOptions {
  readonly kafka: KafkaClient;
  readonly config: EventFilterConfig;
  readonly suppressions: Suppressions;
  readonly metrics: FilterMetrics;
  readonly health: Health;
  readonly logger: Logger;
}

/** From the input, through the filter, to the output and the dead letters. */
export function createPipeline(options: CreatePipelineOptions): PartitionPipeline {
  const { kafka, config, suppressions, metrics, health, logger } = options;
  const topics = { input: config.LETHE_EVENTS_IN, output: config.LETHE_EVENTS_OUT };
  const filter = new RecordFilter({
    user: config.LETHE_EVENT_USER,
    workspace: config.LETHE_EVENT_WORKSPACE,
    source: config.LETHE_EVENT_SOURCE,
    suppressions,
  });
  return new PartitionPipeline(kafka, {
    topic: topics.input,
    groupId: config.LETHE_EVENTS_GROUP,
    outputs: [topics.output, deadLetterTopicName(topics.input)],
    compression: config.LETHE_EVENTS_COMPRESSION,
    sessionTimeoutMs: config.LETHE_EVENTS_SESSION_TIMEOUT * SECOND_MS,
    work: (batch) => {
      const { sends, tally } = filterBatch(filter, topics, batch);
      return {
        sends,
        onCommitted: () => {
          metrics.add(tally, batch.partition, batch.lag);
        },
      };
    },
    onJoin: (partitions) => {
      metrics.keepPartitions(partitions);
      logger.info({ partitions: partitions.length }, 'filtering events');
    },
    onRetry: (partition, error) => {
      metrics.addRetry();
      const reason = describeFailure(error);
      logger.warn({ partition, reason }, 'nothing of a batch was forwarded, trying again');
    },
    onWaiting: (error) => {
      logger.warn({ reason: describeFailure(error) }, 'events cannot be read, trying again');
    },
    onCrash: (error) => {
      const reason = describeFailure(error);
      logger.error({ reason, error: describeError(error) }, 'the consumer of events ended');
      health.markDead('kafka', `the consumer of events ended (${reason})`);
    },
  });
}
