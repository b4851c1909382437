import { kafkaSecurity } from '@lethe/config';
import { TOPICS } from '@lethe/contracts';
import {
  createKafka,
  ensureTopics,
  ensureTopicsEventually,
  InProcessBroker,
  reachKafka,
  TransactionalPublisher,
} from '@lethe/messaging';
import { componentLog, type Logger } from '@lethe/observability';
import type { RegulationCoreOptions } from '@lethe/regulation';
import type { StandaloneConfig } from './standalone.config.js';

export interface Broker {
  readonly connection: Pick<RegulationCoreOptions, 'publisher' | 'kafka' | 'createTopics'>;
  /** Resolves when publishing may begin. */
  readonly ready: Promise<void>;
  stop(): void;
}

/** Kafka where it is configured, and otherwise its twin in this process. */
export function openBroker(config: StandaloneConfig, logger: Logger): Broker {
  const prefix = config.LETHE_TOPIC_PREFIX;
  if (config.KAFKA_BROKERS === undefined) {
    const publisher = new InProcessBroker().publisher();
    return { connection: { publisher }, ready: Promise.resolve(), stop: () => undefined };
  }
  const stopping = new AbortController();
  const log = componentLog(logger, 'kafka');
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'lethe-standalone',
    log,
    ...kafkaSecurity(config),
  });
  const { signal } = stopping;
  const definitions = Object.values(TOPICS);
  return {
    connection: {
      publisher: new TransactionalPublisher(kafka, {
        transactionalId: `${prefix}regulation-relay`,
      }),
      kafka,
      createTopics: () => ensureTopics(kafka, { prefix, definitions }),
    },
    ready: reachKafka(kafka, { signal, log }).then(() =>
      ensureTopicsEventually(kafka, { prefix, definitions, signal, log }),
    ),
    stop: () => {
      stopping.abort();
    },
  };
}
