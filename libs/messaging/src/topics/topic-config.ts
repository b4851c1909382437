import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { CONFIG_OF, withAdmin, type TopicAdmin } from '../kafkajs/topic-admin.js';

/**
 * Returns the current value of a setting of a topic, or undefined if the topic has no such setting.
 * @param topic full name
 * @param name for instance `delete.retention.ms`
 * @throws KafkaJSError if Kafka cannot be reached or denies the request
 */
export function readTopicConfig(
  kafka: KafkaClient,
  topic: string,
  name: string,
): Promise<string | undefined> {
  return withAdmin(kafka, (admin) => readConfig(admin, 'topic', topic, name));
}

export async function readConfig(
  admin: Pick<TopicAdmin, 'describeConfigs'>,
  resource: keyof typeof CONFIG_OF,
  name: string,
  configName: string,
): Promise<string | undefined> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: CONFIG_OF[resource], name, configNames: [configName] }],
  });
  return resources[0]?.configEntries.find((entry) => entry.configName === configName)?.configValue;
}
