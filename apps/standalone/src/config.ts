import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  integer,
  logLevel,
  port,
  postgresUrl,
  SECRET_KEY_DESCRIPTION,
  secretKey,
  topicPrefix,
} from '@lethe/config';
import { DEFAULT_TOPIC_PREFIX } from '@lethe/contracts';
import { gatewayVariables } from '@lethe/gateway';
import { testRunnerVariables } from '@lethe/test-runner';
import { z } from 'zod';

/** Variables of the standalone app. None is required. */
export const standaloneConfigSchema = z.object({
  PORT: port(8080).describe('Public HTTP port.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  LOG_LEVEL: logLevel().default('warn').describe('Lowest level that is logged.'),
  LETHE_DATA_DIR: z
    .string()
    .default('.lethe')
    .describe('Folder for the database and the token of the demo workspace.'),
  DATABASE_URL: postgresUrl()
    .optional()
    .describe('A PostgreSQL of your own instead of the embedded one.'),
  LETHE_DATABASE_SESSION_URL: postgresUrl()
    .optional()
    .describe('The same database with sessions, where DATABASE_URL is a transaction pooler.'),
  LETHE_DATABASE_POOL: integer({ min: 4, max: 500 }, 20).describe('Most database connections.'),
  KAFKA_BROKERS: addresses()
    .optional()
    .describe('Publish on Kafka instead of inside this process: host:port[,host:port…].'),
  LETHE_TOPIC_PREFIX: topicPrefix(DEFAULT_TOPIC_PREFIX).describe('Prefix of all topics.'),
  LETHE_WORKSPACE_FILE: z
    .string()
    .optional()
    .describe('YAML or JSON file of workspaces that is applied at the start.'),
  ...DEFINITIONS_FILE_VARIABLE,
  LETHE_SECRET_KEY: secretKey()
    .optional()
    .describe(
      `${SECRET_KEY_DESCRIPTION} Without it one is made and kept in the data folder, as secret-key.`,
    ),
  ...gatewayVariables,
  ...testRunnerVariables,
});

export type StandaloneConfig = Readonly<z.infer<typeof standaloneConfigSchema>>;
