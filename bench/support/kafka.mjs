import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka, ensureTopics } from '@lethe/messaging';
import { PATIENT_CLIENT } from '@lethe/testing';
import { startBroker } from './system.mjs';
import { TOPIC_PREFIX } from './workspace.mjs';

export const SUPPRESSIONS = topicName(TOPIC_PREFIX, TOPICS.suppressions);

/**
 * Returns a client that waits long for a slow broker. It also has the methods of kafkajs.
 *
 * @param brokers as in `KAFKA_BROKERS`
 * @returns {any}
 */
export function kafkaOf(brokers) {
  return createKafka({ brokers: brokers.split(','), clientId: 'bench', ...PATIENT_CLIENT });
}

/** Starts a broker with the topics of suppressions. */
export async function startTopics(session) {
  const { brokers } = await startBroker(session);
  const kafka = kafkaOf(brokers);
  const definitions = [TOPICS.suppressions, TOPICS.relay];
  await ensureTopics(kafka, { prefix: TOPIC_PREFIX, definitions });
  return { brokers, kafka };
}

/**
 * @param messageOf gets the number of a record, from 0
 * @param perSend number of records in a send
 */
export async function fill(kafka, topic, count, messageOf, perSend = 3_000) {
  const producer = kafka.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  for (let first = 0; first < count; first += perSend) {
    const length = Math.min(perSend, count - first);
    const messages = Array.from({ length }, (_, index) => messageOf(first + index));
    await producer.send({ topic, messages });
  }
  await producer.disconnect();
}
