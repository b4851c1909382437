import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  checkKafkaVariables,
  optionalDatabaseUrl,
  integer,
  kafkaVariables,
  logLevel,
  metricsListen,
  port,
  postgresVariables,
  unavailableVariables,
  IDENTIFIER_KEY_DESCRIPTION,
  SECRET_KEY_DESCRIPTION,
  secretKey,
  topicPrefix,
  fileOf,
} from '@lethe/config';
import { deletionWorkerVariables } from '@lethe/deletion-worker';
import { checkOidcVariables, demoVariables, gatewayVariables } from '@lethe/gateway';
import { limitVariables, retentionVariables } from '@lethe/regulation';
import { testRunnerVariables } from '@lethe/test-runner';
import { processVariables } from '@lethe/observability';
import { z } from 'zod';
import { CONNECTIONS_OF_BOTH } from './divide-pool.js';

/** Variables of the standalone app. None is required. */
const variables = z.object({
  PORT: port(8080).describe('Public HTTP port.'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  ...processVariables,
  LOG_LEVEL: logLevel('warn'),
  LETHE_METRICS_LISTEN: metricsListen('127.0.0.1:9464'),
  LETHE_DATA_DIR: z
    .string()
    .default('.lethe')
    .describe('Folder for the database and the token of the demo workspace.'),
  DATABASE_URL: optionalDatabaseUrl('A PostgreSQL of your own instead of the embedded one'),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ ...CONNECTIONS_OF_BOTH, max: 500 }, 20).describe(
    'Most database connections: a quarter, and 7 at least, is divided as that of the gateway, the rest as that of the regulation service.',
  ),
  KAFKA_BROKERS: addresses()
    .optional()
    .describe('Publish on Kafka instead of inside this process: host:port[,host:port…].'),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(),
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
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
  LETHE_IDENTIFIER_KEY: secretKey()
    .optional()
    .describe(
      `${IDENTIFIER_KEY_DESCRIPTION} Without it one is made and kept in the data folder, as identifier-key.`,
    ),
  LETHE_IDENTIFIER_KEY_FILE: fileOf('LETHE_IDENTIFIER_KEY'),
  ...demoVariables,
  ...gatewayVariables,
  ...limitVariables,
  ...retentionVariables,
  ...testRunnerVariables,
  ...deletionWorkerVariables,
});

export const standaloneConfigSchema = variables
  .superRefine(checkKafkaVariables)
  .superRefine(checkOidcVariables);

export type StandaloneConfig = Readonly<z.infer<typeof standaloneConfigSchema>>;
