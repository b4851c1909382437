import { deadLetterTopicName } from '@lethe/contracts';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { withAdmin } from '../kafkajs/topic-admin.js';
import { ensurePlannedTopics } from './ensure-topics.js';
import { readConfig } from './topic-config.js';

/** Space for the headers that a dead letter adds. */
const HEADERS_BYTES = 64 * 1024;
const RETENTION_MS = 7 * 24 * 3_600_000;

/**
 * Creates the dead-letter topic for a topic of another system, if it is missing. The dead-letter
 * topic has as many partitions as the other topic, and a retention of seven days. The dead-letter
 * topic accepts larger records, because a dead letter has additional headers.
 * @param topic full name of an existing topic
 * @returns warnings for an operator, one line each, for instance about missing permissions
 * @throws KafkaJSError if Kafka cannot be reached
 */
export function ensureDeadLetterTopic(
  kafka: KafkaClient,
  topic: string,
): Promise<readonly string[]> {
  return withAdmin(kafka, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const partitions = topics[0]?.partitions.length ?? 1;
    const limit = await readConfig(admin, 'topic', topic, 'max.message.bytes').catch(
      () => undefined,
    );
    const config = {
      'cleanup.policy': 'delete',
      'retention.ms': String(RETENTION_MS),
      // If the broker refuses to report the limit of the topic, the limit of the broker applies.
      ...(limit === undefined
        ? {}
        : { 'max.message.bytes': String(Number(limit) + HEADERS_BYTES) }),
    };
    const planned = { name: deadLetterTopicName(topic), partitions, config };
    return (await ensurePlannedTopics(admin, [planned])).warnings;
  });
}
