import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  catalogReaderVariables,
  checkKafkaVariables,
  checkRpcVariables,
  flag,
  integer,
  kafkaVariables,
  logLevel,
  metricsVariables,
  port,
  topicPrefix,
} from '@lethe/config';
import { DEFAULT_TOPIC_PREFIX } from '@lethe/contracts';
import { transformerVariables } from '@lethe/destinations';
import { egressVariables } from '@lethe/egress';
import { regulationClientVariables } from '@lethe/regulation-client';
import { tracingVariables } from '@lethe/tracing';
import { z } from 'zod';

/** What `createDeletionWorker` needs; the standalone app takes these over. */
export const deletionWorkerVariables = {
  ...egressVariables,
  ...transformerVariables,
  LETHE_DELETION_CONCURRENCY: integer({ min: 1, max: 1_000 }, 100).describe(
    'Destinations at which one worker deletes at once; at each of them one job at a time.',
  ),
  LETHE_DELETION_LEASE: integer({ min: 5, max: 3_600 }, 60).describe(
    'Seconds after which the jobs of a worker that no longer answers are taken up by another. While it works it renews them, every third of this time.',
  ),
};

/** Variables of the deletion worker. */
const variables = z.object({
  ...catalogReaderVariables,
  ...regulationClientVariables,
  KAFKA_BROKERS: addresses().describe('Kafka bootstrap brokers, host:port[,host:port…].'),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(DEFAULT_TOPIC_PREFIX).describe('Prefix of all topics.'),
  LETHE_CREATE_TOPICS: flag(true).describe('Create missing topics at the start.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address of the health port.'),
  PORT: port(3004).describe('Health port (/livez, /readyz); 0 takes a free one.'),
  LOG_LEVEL: logLevel().describe('Lowest level that is logged.'),
  ...metricsVariables,
  ...tracingVariables,
  ...DEFINITIONS_FILE_VARIABLE,
  ...deletionWorkerVariables,
});

export const deletionWorkerConfigSchema = variables
  .superRefine(checkKafkaVariables)
  .superRefine(checkRpcVariables);

export type DeletionWorkerSettings = Readonly<z.infer<z.ZodObject<typeof deletionWorkerVariables>>>;
export type DeletionWorkerConfig = Readonly<z.infer<typeof deletionWorkerConfigSchema>>;
