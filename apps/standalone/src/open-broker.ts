import { kafkaSecurity } from '@lethe/config';
import { TOPICS } from '@lethe/contracts';
import {
  createKafka,
  ensureTopicsEventually,
  InProcessBroker,
  reachKafka,
  TransactionalPublisher,
  type KafkaClient,
  type Publisher,
} from '@lethe/messaging';
import { componentLog, type Logger } from '@lethe/observability';
import type { StandaloneConfig } from './config.js';

export interface Broker {
  readonly connection: { readonly publisher: Publisher; readonly kafka?: KafkaClient };
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
  return {
    connection: {
      publisher: new TransactionalPublisher(kafka, {
        transactionalId: `${prefix}regulation-relay`,
      }),
      kafka,
    },
    ready: reachKafka(kafka, { signal, log }).then(() =>
      ensureTopicsEventually(kafka, { prefix, definitions: Object.values(TOPICS), signal, log }),
    ),
    stop: () => {
      stopping.abort();
    },
  };
}
