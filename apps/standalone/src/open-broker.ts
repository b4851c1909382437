import { kafkaSecurity } from '@lethe/config';
import { topicName, TOPICS } from '@lethe/contracts';
import { listenForJobs } from '@lethe/deletion-worker';
import {
  createKafka,
  ensureTopics,
  InProcessBroker,
  reachTopics,
  TransactionalPublisher,
} from '@lethe/messaging';
import type { ProcessParts } from '@lethe/observability';
import type { RegulationCoreOptions } from '@lethe/regulation';
import type { StandaloneConfig } from './standalone.config.js';

export interface Broker {
  readonly connection: Pick<RegulationCoreOptions, 'publisher' | 'kafka' | 'createTopics'>;
  /** Resolves when publishing can begin. */
  readonly ready: Promise<void>;
  /** Calls `wake` when there can be new deletion jobs. */
  onJobs(wake: () => void): void;
  stop(): Promise<void>;
}

/** Connects to the configured Kafka. If no Kafka is configured, opens a broker in this process. */
export function openBroker(
  config: StandaloneConfig,
  { kafka: options, logger }: ProcessParts,
): Broker {
  const prefix = config.LETHE_TOPIC_PREFIX;
  if (config.KAFKA_BROKERS === undefined) {
    const broker = new InProcessBroker();
    return {
      connection: { publisher: broker.publisher() },
      ready: Promise.resolve(),
      onJobs: (wake) => void broker.subscribe(topicName(prefix, TOPICS.deletions), wake),
      stop: () => Promise.resolve(),
    };
  }
  const stopping = new AbortController();
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(config),
    ...options,
  });
  const { signal } = stopping;
  const definitions = Object.values(TOPICS);
  const ready = reachTopics(kafka, { prefix, definitions, signal, log: options.log });
  let stopHearing = () => Promise.resolve();
  return {
    connection: {
      publisher: new TransactionalPublisher(kafka, {
        transactionalId: `${prefix}regulation-relay`,
      }),
      kafka,
      createTopics: () => ensureTopics(kafka, { prefix, definitions }),
    },
    ready,
    onJobs: (wake) => {
      const listener = listenForJobs({ kafka, topicPrefix: prefix, logger, wake });
      stopHearing = () => listener.stop();
      // `startStandalone` reports a rejection of `ready`.
      ready.then(
        () => (signal.aborted ? undefined : listener.start()),
        () => undefined,
      );
    },
    stop: async () => {
      stopping.abort();
      await stopHearing();
    },
  };
}
