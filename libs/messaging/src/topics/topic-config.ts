import kafkajs from 'kafkajs';
import type { KafkaClient } from '../create-kafka.js';

// Of a CommonJS package only some exports can be imported by name.
const { ConfigResourceTypes } = kafkajs;

/**
 * One setting of a topic, as it is in effect.
 * @param topic full name
 * @param name for instance `delete.retention.ms`
 * @returns undefined when it has no such setting
 * @throws KafkaJSError when Kafka cannot be reached, or does not let us see it
 */
export async function readTopicConfig(
  kafka: KafkaClient,
  topic: string,
  name: string,
): Promise<string | undefined> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.TOPIC, name: topic, configNames: [name] }],
    });
    const entries = resources[0]?.configEntries;
    return entries?.find(({ configName }) => configName === name)?.configValue;
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
