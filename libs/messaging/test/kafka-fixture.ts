import { topicName, TOPICS } from '@lethe/contracts';
import { PATIENT_CLIENT, uniquePrefix } from '@lethe/testing';
import { createKafka, ensureTopics, type KafkaClient, type OutgoingRecord } from '../src/index.js';

/** A client, and the topics of a separate installation. */
export interface KafkaFixture {
  readonly kafka: KafkaClient;
  readonly prefix: string;
  readonly facts: string;
  readonly states: string;
}

export async function kafkaFixture(brokers: string): Promise<KafkaFixture> {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'test', ...PATIENT_CLIENT });
  const prefix = uniquePrefix();
  await ensureTopics(kafka, { prefix, definitions: [TOPICS.lifecycle, TOPICS.suppressions] });
  return {
    kafka,
    prefix,
    facts: topicName(prefix, TOPICS.lifecycle),
    states: topicName(prefix, TOPICS.suppressions),
  };
}

/** Timestamp of all records. It is recent, because retention removes old records. */
export const RECORD_TIME = Date.now() - 60_000;

export const record = (topic: string, key: string, value: string | null): OutgoingRecord => ({
  topic,
  key,
  value,
  headers: { ce_id: key },
  timestamp: RECORD_TIME,
});
