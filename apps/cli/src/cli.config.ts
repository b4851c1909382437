import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  checkKafkaVariables,
  optionalDatabaseUrl,
  kafkaVariables,
  loadConfig,
  postgresVariables,
  secretKey,
  topicPrefix,
  type Environment,
  fileOf,
} from '@lethe/config';
import { urlOf } from '@lethe/contracts';
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
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
  ...DEFINITIONS_FILE_VARIABLE,
});

const variables = z.object({
  KAFKA_BROKERS: addresses()
    .default(['127.0.0.1:9092'])
    .describe('Kafka bootstrap brokers; by default where "npm run cluster" starts its own.'),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(),
});

const kafkaSchema = variables.superRefine(checkKafkaVariables);

const API_URL = 'must be a URL like https://lethe.example.com, without user, query and fragment';

/** For commands that speak to the API. */
export const apiConfigSchema = z.object({
  LETHE_URL: z
    .string()
    .refine(isApiUrl, API_URL)
    .optional()
    .describe(
      'Where the API is; by default that of a Lethe which runs in this folder, or else `http://127.0.0.1:8080`.',
    ),
  LETHE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a token, in one line without spaces')
    .optional()
    .describe(
      'A token of the workspace; where `LETHE_URL` is not set either, by default the demo token of a Lethe that runs in this folder.',
    ),
  LETHE_TOKEN_FILE: z.string().optional().describe('File that holds `LETHE_TOKEN`, instead of it.'),
  LETHE_DATA_DIR: z.string().default('.lethe').describe('Where a running Lethe leaves its notes.'),
});

export type DatabaseConfig = z.infer<typeof databaseSchema>;
export type KafkaConfig = z.infer<typeof kafkaSchema>;
export type ApiConfig = z.infer<typeof apiConfigSchema>;

/** @throws ConfigError */
export function databaseConfig(environment: Environment): DatabaseConfig {
  return loadConfig(databaseSchema, environment);
}

/** @throws ConfigError */
export function kafkaConfig(environment: Environment): KafkaConfig {
  return loadConfig(kafkaSchema, environment);
}

/** @throws ConfigError */
export function apiConfig(environment: Environment): ApiConfig {
  return loadConfig(apiConfigSchema, environment);
}

function isApiUrl(text: string): boolean {
  const url = urlOf(text);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username + url.password + url.search + url.hash === '';
}
