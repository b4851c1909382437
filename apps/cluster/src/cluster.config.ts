import { addresses, port, postgresUrl } from '@lethe/config';
import { z } from 'zod';

const dataDir = z
  .string()
  .default('.lethe')
  .describe('Folder for the databases and the token of the demo workspace.');

const kafkaPort = port(9092).describe('Port of the Kafka that this command starts.');

/**
 * Variables of `npm run cluster`. None is required. All other variables are passed to the apps,
 * which report invalid values.
 */
export const clusterConfigSchema = z.object({
  PORT: port(8080).describe('Public HTTP port of the gateway.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the gateway listens on.'),
  LETHE_DATA_DIR: dataDir,
  DATABASE_URL: postgresUrl()
    .optional()
    .describe('URL of your own PostgreSQL. Default: an embedded PostgreSQL.'),
  KAFKA_BROKERS: addresses()
    .optional()
    .describe(
      'Brokers of a running Kafka, host:port[,host:port…]. Default: a Kafka that this command starts.',
    ),
  KAFKA_PORT: kafkaPort,
});

export type ClusterConfig = Readonly<z.infer<typeof clusterConfigSchema>>;

/** Variables of `npm run kafka`. */
export const kafkaConfigSchema = z.object({ LETHE_DATA_DIR: dataDir, KAFKA_PORT: kafkaPort });
