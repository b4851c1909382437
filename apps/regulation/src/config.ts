import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  address,
  flag,
  integer,
  logLevel,
  port,
  postgresUrl,
  topicPrefix,
  addresses,
} from '@lethe/config';
import { DEFAULT_TOPIC_PREFIX } from '@lethe/contracts';
import { z } from 'zod';

/** Variables of the regulation service. */
export const regulationConfigSchema = z.object({
  DATABASE_URL: postgresUrl().describe(
    'PostgreSQL, as postgres://user:password@host:5432/database.',
  ),
  LETHE_DATABASE_SESSION_URL: postgresUrl()
    .optional()
    .describe('A connection that keeps its session, where DATABASE_URL is a transaction pooler.'),
  LETHE_DATABASE_POOL: integer({ min: 2, max: 500 }, 20).describe('Most database connections.'),
  LETHE_MIGRATE_ON_START: flag(true).describe('Migrate the database at the start.'),
  KAFKA_BROKERS: addresses().describe('Kafka bootstrap brokers, host:port[,host:port…].'),
  LETHE_TOPIC_PREFIX: topicPrefix(DEFAULT_TOPIC_PREFIX).describe('Prefix of all topics.'),
  LETHE_CREATE_TOPICS: flag(true).describe('Create missing topics at the start.'),
  ...DEFINITIONS_FILE_VARIABLE,
  LETHE_REGULATION_LISTEN: address()
    .default('127.0.0.1:3001')
    .describe('Where commands are taken. The port trusts its caller: keep it inside.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address of the health port.'),
  PORT: port(3002).describe('Health port (/livez, /readyz); 0 takes a free one.'),
  LOG_LEVEL: logLevel().describe('Lowest level that is logged.'),
});

export type RegulationConfig = z.infer<typeof regulationConfigSchema>;
