import { addresses, port, postgresUrl } from '@lethe/config';
import { z } from 'zod';

const dataDir = z
  .string()
  .default('.lethe')
  .describe('Folder for the databases and the token of the demo workspace.');

const kafkaPort = port(9092).describe('Port of the Kafka that is started here.');

/**
 * Variables of `npm run cluster`. None is required, and all others are passed on to the apps: a
 * wrong one is reported by the app that it is meant for.
 */
export const clusterConfigSchema = z.object({
  PORT: port(8080).describe('Public HTTP port of the gateway.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the gateway listens on.'),
  LETHE_DATA_DIR: dataDir,
  DATABASE_URL: postgresUrl()
    .optional()
    .describe('A PostgreSQL of your own instead of the embedded one.'),
  KAFKA_BROKERS: addresses()
    .optional()
    .describe('A running Kafka instead of one of our own: host:port[,host:port…].'),
  KAFKA_PORT: kafkaPort,
});

export type ClusterConfig = Readonly<z.infer<typeof clusterConfigSchema>>;

/** Variables of `npm run kafka`. */
export const kafkaConfigSchema = z.object({ LETHE_DATA_DIR: dataDir, KAFKA_PORT: kafkaPort });
