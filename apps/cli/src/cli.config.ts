import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  checkKafkaVariables,
  optionalDatabaseUrl,
  kafkaVariables,
  loadConfig,
  postgresVariables,
  retentionVariables,
  secretKey,
  topicPrefix,
  type Environment,
  fileOf,
} from '@lethe/config';
import { z } from 'zod';

const databaseSchema = z.object({
  DATABASE_URL: optionalDatabaseUrl(
    'PostgreSQL. Default: the database of the Lethe that runs in this folder',
  ),
  ...postgresVariables,
  LETHE_DATA_DIR: z
    .string()
    .default('.lethe')
    .describe('Data folder of Lethe. Commands find its database and its secret key there.'),
  LETHE_SECRET_KEY: secretKey()
    .optional()
    .describe('Keys that encrypt stored secrets. Default: the key in the data folder.'),
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
  ...retentionVariables,
  ...DEFINITIONS_FILE_VARIABLE,
});

const variables = z.object({
  KAFKA_BROKERS: addresses()
    .default(['127.0.0.1:9092'])
    .describe('Kafka bootstrap brokers. Default: the Kafka that "npm run cluster" starts.'),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(),
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
