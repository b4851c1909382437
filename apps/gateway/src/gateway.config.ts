import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  checkKafkaVariables,
  checkRpcVariables,
  databaseUrl,
  flag,
  integer,
  kafkaVariables,
  logLevel,
  port,
  postgresVariables,
  refusalVariables,
  SECRET_KEY_DESCRIPTION,
  secretKey,
  secretKeyFile,
  topicPrefix,
} from '@lethe/config';
import {
  DEFAULT_REQUEST_LIMITS,
  DEFAULT_TOPIC_PREFIX,
  HIGHEST_LIMITS,
  type RequestLimits,
} from '@lethe/contracts';
import { regulationClientVariables } from '@lethe/regulation-client';
import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

/** The settings of `createGateway`; the standalone app takes these over. */
export const gatewayVariables = {
  LETHE_LIMIT_BODY_BYTES: integer(
    { min: 1024, max: 64 * MEBIBYTE },
    DEFAULT_REQUEST_LIMITS.bodyBytes,
  ).describe('Largest request body, in bytes.'),
  LETHE_LIMIT_USERS: integer(
    { min: 1, max: HIGHEST_LIMITS.usersPerRequest },
    DEFAULT_REQUEST_LIMITS.usersPerRequest,
  ).describe('Most users of one POST /v2/regulations.'),
  LETHE_LIMIT_SOURCE_IDS: integer(
    { min: 1, max: HIGHEST_LIMITS.sourceIds },
    DEFAULT_REQUEST_LIMITS.sourceIds,
  ).describe('Most sourceIds of one request.'),
  LETHE_LIMIT_SUPPRESSIONS: integer(
    { min: 1, max: 1_000_000 },
    DEFAULT_REQUEST_LIMITS.suppressionsPerRequest,
  ).describe('Most users × sourceIds of one request.'),
  LETHE_LIMIT_DESTINATION_IDS: integer(
    { min: 1, max: HIGHEST_LIMITS.destinationIds },
    DEFAULT_REQUEST_LIMITS.destinationIds,
  ).describe('Most destinationIds of one request.'),
  LETHE_LIMIT_DELETIONS: integer(
    { min: 1, max: 1_000_000 },
    DEFAULT_REQUEST_LIMITS.deletionsPerRequest,
  ).describe('Most users × destinationIds of one request.'),
  LETHE_LIMIT_TEST_MESSAGE_BYTES: integer(
    { min: 1024, max: 512 * 1024 },
    DEFAULT_REQUEST_LIMITS.testMessageBytes,
  ).describe('Largest test message, in bytes of its JSON.'),
  LETHE_MAX_IN_FLIGHT: integer({ min: 1, max: 100_000 }, 512).describe(
    'Requests that may be in progress at once, without those whose bodies are still arriving. More are refused with 429.',
  ),
  LETHE_MAX_BODIES: integer({ min: 1, max: 100_000 }, 128).describe(
    'Bodies of requests with one token that may be arriving at once; one counts once for each 256 KiB, of unknown length as 2 MiB. More are refused with 429.',
  ),
  LETHE_BODY_MIN_RATE: integer({ min: 0, max: MEBIBYTE }, 1024).describe(
    'Bytes a second that a body must bring on average. A slower one is ended with 408.',
  ),
  LETHE_BODY_GRACE: integer({ min: 0, max: 30 }, 5).describe(
    'Seconds before LETHE_BODY_MIN_RATE is asked of a body. After 30 it must be there in any case.',
  ),
  LETHE_TEST_RUN_TIMEOUT: integer({ min: 10, max: 30 }, 30).describe(
    'Seconds after which a test run that was not answered gets a 504. Its runner stops 5 seconds before. For proxies that wait for less.',
  ),
  LETHE_MAX_TEST_RUNS: integer({ min: 1, max: 100_000 }, 128).describe(
    'Test runs of one workspace that may be under way at once. More are refused with 429.',
  ),
  LETHE_DRAIN_TIMEOUT: integer({ min: 0, max: 600 }, 2).describe(
    'Seconds that connections of callers are kept at the end, so that each is closed with an answer on it. Those without a request in this time are closed without.',
  ),
};

/** What an app needs that makes workspaces at its start. */
export const demoVariables = {
  LETHE_DEMO_WORKSPACE: flag(true).describe(
    'Whether to make a demo workspace in an empty database, where there is no workspace file.',
  ),
};

/** What the gateway needs when it is a process of its own. */
const variables = z.object({
  PORT: port(8080).describe('Public HTTP port.'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  LOG_LEVEL: logLevel().describe('Lowest level that is logged.'),
  DATABASE_URL: databaseUrl(),
  ...postgresVariables,
  ...refusalVariables,
  LETHE_DATABASE_POOL: integer({ min: 1, max: 200 }, 10).describe(
    'Most connections to PostgreSQL.',
  ),
  LETHE_MIGRATE_ON_START: flag(true).describe(
    'Whether to run the migrations of the catalog at the start; false only checks them.',
  ),
  ...regulationClientVariables,
  KAFKA_BROKERS: addresses().describe(
    'Kafka bootstrap brokers for test runs, host:port[,host:port…].',
  ),
  ...kafkaVariables,
  LETHE_KAFKA_START_WAIT: integer({ min: 0, max: 600 }, 5).describe(
    'Seconds that a start waits for a Kafka that says nothing, before the gateway is ready without test runs.',
  ),
  LETHE_TOPIC_PREFIX: topicPrefix(DEFAULT_TOPIC_PREFIX).describe('Prefix of all topics.'),
  LETHE_SECRET_KEY: secretKey().describe(SECRET_KEY_DESCRIPTION),
  LETHE_SECRET_KEY_FILE: secretKeyFile(),
  LETHE_WORKSPACE_FILE: z
    .string()
    .optional()
    .describe('YAML or JSON file of workspaces that is applied at the start.'),
  ...DEFINITIONS_FILE_VARIABLE,
  ...demoVariables,
  LETHE_DATA_DIR: z
    .string()
    .default('.lethe')
    .describe('Folder for what the process keeps: the token of the demo workspace.'),
  ...gatewayVariables,
});

export const gatewayConfigSchema = variables
  .superRefine(checkKafkaVariables)
  .superRefine(checkRpcVariables);

export type GatewaySettings = Readonly<z.infer<z.ZodObject<typeof gatewayVariables>>>;
export type GatewayConfig = Readonly<z.infer<typeof gatewayConfigSchema>>;

/** The limits in force of a request's content. */
export function requestLimits(config: GatewaySettings): RequestLimits {
  return {
    bodyBytes: config.LETHE_LIMIT_BODY_BYTES,
    usersPerRequest: config.LETHE_LIMIT_USERS,
    suppressionsPerRequest: config.LETHE_LIMIT_SUPPRESSIONS,
    sourceIds: config.LETHE_LIMIT_SOURCE_IDS,
    destinationIds: config.LETHE_LIMIT_DESTINATION_IDS,
    deletionsPerRequest: config.LETHE_LIMIT_DELETIONS,
    testMessageBytes: config.LETHE_LIMIT_TEST_MESSAGE_BYTES,
  };
}
