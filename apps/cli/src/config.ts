import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  loadConfig,
  postgresUrl,
  secretKey,
  topicPrefix,
  type Environment,
} from '@lethe/config';
import { DEFAULT_TOPIC_PREFIX } from '@lethe/contracts';
import { z } from 'zod';

const databaseSchema = z.object({
  DATABASE_URL: postgresUrl()
    .optional()
    .describe('PostgreSQL; by default the one of a Lethe that runs in this folder.'),
  LETHE_DATABASE_SESSION_URL: postgresUrl()
    .optional()
    .describe('A connection that keeps its session, where DATABASE_URL is a transaction pooler.'),
  LETHE_DATA_DIR: z.string().default('.lethe').describe('Where a running Lethe leaves its notes.'),
  LETHE_SECRET_KEY: secretKey()
    .optional()
    .describe('Keys of stored secrets; by default the one of a Lethe in this folder.'),
  ...DEFINITIONS_FILE_VARIABLE,
});

const kafkaSchema = z.object({
  KAFKA_BROKERS: addresses()
    .default(['127.0.0.1:9092'])
    .describe('Kafka bootstrap brokers; by default where "npm run cluster" starts its own.'),
  LETHE_TOPIC_PREFIX: topicPrefix(DEFAULT_TOPIC_PREFIX).describe('Prefix of all topics.'),
});

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
