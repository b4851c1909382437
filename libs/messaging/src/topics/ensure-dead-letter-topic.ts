import { deadLetterTopicName } from '@lethe/contracts';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { withAdmin } from '../kafkajs/topic-admin.js';
import { ensurePlannedTopics } from './ensure-topics.js';
import { readConfig } from './topic-config.js';

/** What a dead letter may say beside the record. */
const HEADERS_BYTES = 64 * 1024;
const RETENTION_MS = 7 * 24 * 3_600_000;

/**
 * Makes the topic of the dead letters of a topic that is not ours, when it is missing: as many
 * partitions, kept for seven days, and records that are larger by the dead letters' headers.
 * @param topic full name; it must be there
 * @returns what an operator should look at, one line each (lacking rights, for instance)
 * @throws KafkaJSError when Kafka cannot be reached
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
      // Not ours to see, perhaps: then the broker's own limit counts.
      ...(limit === undefined
        ? {}
        : { 'max.message.bytes': String(Number(limit) + HEADERS_BYTES) }),
    };
    const planned = { name: deadLetterTopicName(topic), partitions, config };
    return (await ensurePlannedTopics(admin, [planned])).warnings;
  });
}
