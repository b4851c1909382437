import { kafkaSecurity } from '@lethe/config';
import { deadLetterTopicName } from '@lethe/contracts';
import { createKafka, limitUnpackedBatches, reachKafka } from '@lethe/messaging';
import { describeError, openService, type Fail, type RunningApp } from '@lethe/observability';
import { createPipeline } from './create-pipeline.js';
import type { EventFilterConfig } from './event-filter.config.js';
import { FilterMetrics } from './filter-metrics.js';
import { suppressionDelays } from './index-metrics.js';
import { openIndex } from './open-index.js';
import { TopicLimits } from './topic-limits.js';
import { waitForTopics } from './wait-for-topics.js';
import { watchEnds } from './watch-ends.js';

const NO_INDEX = 'the suppression index has not caught up yet';
const NO_TOPICS = 'topics are missing, or Kafka cannot be reached';
const REPORT_MS = 60_000;
const MIB = 1024 * 1024;

/**
 * Starts the event filter. The filter waits for Kafka and the topics without a time limit. It reads
 * no event before the suppression index is complete.
 *
 * @param fail called for a later error after which the filter cannot continue
 */
export async function startEventFilter(config: EventFilterConfig, fail: Fail): Promise<RunningApp> {
  const service = await openService('event-filter', config);
  const { health, logger, metrics, signal } = service;
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(config),
    ...service.kafka,
  });
  limitUnpackedBatches(config.LETHE_MAX_BATCH_SIZE * MIB);
  const delays = suppressionDelays(metrics);
  const index = openIndex(kafka, config, logger, delays);
  const filterMetrics = new FilterMetrics(metrics, () => index.status);
  const limits = new TopicLimits(kafka, [
    config.LETHE_EVENTS_OUT,
    deadLetterTopicName(config.LETHE_EVENTS_IN),
  ]);
  const pipeline = createPipeline({
    ...{ kafka, config, limits, metrics: filterMetrics, health, logger },
    suppressions: index,
  });
  health.block(NO_INDEX);
  health.block(NO_TOPICS);
  health.addCheck('kafka', () => pipeline.isUp);
  health.addCheck('partitions', () => filterMetrics.isRunning);
  health.addCheck('index', () => index.status.standing.length === 0);
  const healthPort = await service.serveHealth();
  const stopWatching = watchEnds(kafka, config.LETHE_EVENTS_IN, (ends) => {
    filterMetrics.noteEnds(ends);
  });
  const report = setInterval(() => {
    logger.info({ ...filterMetrics.totals, users: index.status.users }, 'events since the start');
  }, REPORT_MS);

  const run = async (): Promise<void> => {
    await reachKafka(kafka, { signal, log: service.kafka.log });
    index.start();
    await Promise.all([
      index.untilReady(signal).then(() => {
        health.unblock(NO_INDEX);
        logger.info({ users: index.status.users }, 'the suppression index has caught up');
      }),
      waitForTopics(kafka, {
        input: config.LETHE_EVENTS_IN,
        output: config.LETHE_EVENTS_OUT,
        createDeadLetters: config.LETHE_CREATE_TOPICS,
        logger,
        signal,
      }).then(async () => {
        await limits.read();
        health.unblock(NO_TOPICS);
      }),
    ]);
    if (!signal.aborted) await pipeline.start();
  };
  const running = run().catch((error: unknown) => {
    if (signal.aborted) return;
    logger.error({ error: describeError(error) }, 'the event filter cannot continue');
    fail(error);
  });
  logger.info({ health: healthPort }, 'waiting for the suppression index');
  return service.running(async () => {
    clearInterval(report);
    await stopWatching();
    await pipeline.stop();
    await running;
    await index.close();
  });
}
