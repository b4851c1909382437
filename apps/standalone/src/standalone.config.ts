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
  retentionVariables,
  unavailableVariables,
  IDENTIFIER_KEY_DESCRIPTION,
  SECRET_KEY_DESCRIPTION,
  secretKey,
  topicPrefix,
  fileOf,
} from '@lethe/config';
import { deletionWorkerVariables } from '@lethe/deletion-worker';
import { checkOidcVariables, demoVariables, gatewayVariables } from '@lethe/gateway';
import { limitVariables } from '@lethe/regulation';
import { testRunnerVariables } from '@lethe/test-runner';
import { processVariables } from '@lethe/observability';
import { z } from 'zod';
import { CONNECTIONS_OF_BOTH } from './divide-pool.js';

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
  DATABASE_URL: optionalDatabaseUrl('Your own PostgreSQL. Default: an embedded PostgreSQL'),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ ...CONNECTIONS_OF_BOTH, max: 500 }, 20).describe(
    'Maximum number of database connections. A quarter of them, at least 7, is for the gateway; the others are for the regulation service.',
  ),
  KAFKA_BROKERS: addresses()
    .optional()
    .describe(
      'Kafka bootstrap brokers, host:port[,host:port…]. Default: no Kafka, but a broker inside this process.',
    ),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(),
  LETHE_WORKSPACE_FILE: z
    .string()
    .optional()
    .describe('Workspace file (YAML or JSON) that is applied at the start.'),
  ...DEFINITIONS_FILE_VARIABLE,
  LETHE_SECRET_KEY: secretKey()
    .optional()
    .describe(
      `${SECRET_KEY_DESCRIPTION} Default: Lethe creates a key in the file secret-key of the data folder.`,
    ),
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
  LETHE_IDENTIFIER_KEY: secretKey()
    .optional()
    .describe(
      `${IDENTIFIER_KEY_DESCRIPTION} Default: Lethe creates a key in the file identifier-key of the data folder.`,
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
