import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  checkKafkaVariables,
  optionalDatabaseUrl,
  kafkaVariables,
  loadConfig,
  postgresVariables,
  secretKey,
  secretKeyFile,
  topicPrefix,
  type Environment,
} from '@lethe/config';
import { DEFAULT_TOPIC_PREFIX } from '@lethe/contracts';
import { z } from 'zod';

const databaseSchema = z.object({
  DATABASE_URL: optionalDatabaseUrl(
    'PostgreSQL; by default the one of a Lethe that runs in this folder',
  ),
  ...postgresVariables,
  LETHE_DATA_DIR: z.string().default('.lethe').describe('Where a running Lethe leaves its notes.'),
  LETHE_SECRET_KEY: secretKey()
    .optional()
    .describe('Keys of stored secrets; by default the one of a Lethe in this folder.'),
  LETHE_SECRET_KEY_FILE: secretKeyFile(),
  ...DEFINITIONS_FILE_VARIABLE,
});

const variables = z.object({
  KAFKA_BROKERS: addresses()
    .default(['127.0.0.1:9092'])
    .describe('Kafka bootstrap brokers; by default where "npm run cluster" starts its own.'),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(DEFAULT_TOPIC_PREFIX).describe('Prefix of all topics.'),
});

const kafkaSchema = variables.superRefine(checkKafkaVariables);

export type DatabaseConfig = z.infer<typeof databaseSchema>;
export type KafkaConfig = z.infer<typeof kafkaSchema>;

/** @throws ConfigError */
export function databaseConfig(environment: Environment): DatabaseConfig {
  return loadConfig(databaseSchema, environment);
}

/** @throws ConfigError */
export function kafkaConfig(environment: Environment): KafkaConfig {
  return loadConfig(kafkaSchema, environment);
}
