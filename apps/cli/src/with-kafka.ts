import { kafkaSecurity } from '@lethe/config';
import { createKafka, toKafkaAccessError, type KafkaClient } from '@lethe/messaging';
import { CommandFailure, type CommandContext } from './command-context.js';
import { kafkaConfig } from './cli.config.js';

/**
 * Runs work with a client of the configured Kafka.
 *
 * @throws CommandFailure if Kafka cannot be used
 */
export async function withKafka<T>(
  { environment }: CommandContext,
  work: (kafka: KafkaClient, prefix: string) => Promise<T>,
): Promise<T> {
  const config = kafkaConfig(environment);
  const { KAFKA_BROKERS: brokers, LETHE_TOPIC_PREFIX: prefix } = config;
  try {
    return await work(
      createKafka({ brokers, clientId: 'lethe-cli', ...kafkaSecurity(config) }),
      prefix,
    );
  } catch (error) {
    const refused = toKafkaAccessError(error);
    if (refused !== undefined) throw refused;
    if (!(error instanceof Error) || !error.name.startsWith('KafkaJS')) throw error;
    throw new CommandFailure(
      `Kafka cannot be used at ${brokers.join(', ')}: ${error.message}. Check that it is running ("npm run cluster" starts one) and that KAFKA_BROKERS is its address.`,
      { cause: error },
    );
  }
}
