import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { CONFIG_OF, withAdmin, type TopicAdmin } from '../kafkajs/topic-admin.js';

/**
 * One setting of a topic, as it is in effect.
 * @param topic full name
 * @param name for instance `delete.retention.ms`
 * @returns undefined when it has no such setting
 * @throws KafkaJSError when Kafka cannot be reached, or does not let us see it
 */
export function readTopicConfig(
  kafka: KafkaClient,
  topic: string,
  name: string,
): Promise<string | undefined> {
  return withAdmin(kafka, (admin) => readConfig(admin, 'topic', topic, name));
}

/** One setting of a topic or a broker; undefined when it has no such setting. */
export async function readConfig(
  admin: Pick<TopicAdmin, 'describeConfigs'>,
  of: keyof typeof CONFIG_OF,
  name: string,
  configName: string,
): Promise<string | undefined> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: CONFIG_OF[of], name, configNames: [configName] }],
  });
  return resources[0]?.configEntries.find((entry) => entry.configName === configName)?.configValue;
}
