import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  catalogReaderVariables,
  checkKafkaVariables,
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
import { tracingVariables } from '@lethe/tracing';
import { z } from 'zod';

/** What `createTestRunner` needs; the standalone app takes these over. */
export const testRunnerVariables = {
  ...egressVariables,
  ...transformerVariables,
  LETHE_TEST_RUNS: integer({ min: 1, max: 10_000 }, 256).describe(
    'Test runs that one runner works on at once; of one workspace, a quarter. As many more of a workspace wait for their turn.',
  ),
  LETHE_SANDBOX_THREADS: integer({ min: 1, max: 64 })
    .optional()
    .describe(
      'Threads for the user transformations of one workspace. Default: as many as processors, at least 2. There is one more, which is left to others.',
    ),
};

/** Variables of the test runner. */
const variables = z.object({
  ...catalogReaderVariables,
  KAFKA_BROKERS: addresses().describe('Kafka bootstrap brokers, host:port[,host:port…].'),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(DEFAULT_TOPIC_PREFIX).describe('Prefix of all topics.'),
  LETHE_CREATE_TOPICS: flag(true).describe('Create missing topics at the start.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address of the health port.'),
  PORT: port(3003).describe('Health port (/livez, /readyz); 0 takes a free one.'),
  LOG_LEVEL: logLevel().describe('Lowest level that is logged.'),
  ...metricsVariables,
  ...tracingVariables,
  ...DEFINITIONS_FILE_VARIABLE,
  ...testRunnerVariables,
});

export const testRunnerConfigSchema = variables.superRefine(checkKafkaVariables);

export type TestRunnerSettings = Readonly<z.infer<z.ZodObject<typeof testRunnerVariables>>>;
export type TestRunnerConfig = Readonly<z.infer<typeof testRunnerConfigSchema>>;
