import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  addresses,
  checkKafkaVariables,
  checkRpcVariables,
  databaseUrl,
  flag,
  integer,
  kafkaVariables,
  metricsListen,
  port,
  postgresVariables,
  unavailableVariables,
  SECRET_KEY_DESCRIPTION,
  secretKey,
  topicPrefix,
  fileOf,
} from '@lethe/config';
import {
  DEFAULT_REQUEST_LIMITS,
  HIGHEST_LIMITS,
  TEST_RUN_TIMES,
  type RequestLimits,
} from '@lethe/contracts';
import { regulationClientVariables } from '@lethe/regulation-client';
import { isIP } from 'node:net';
import { publicUrl } from './public-url.variable.js';
import { checkOidcVariables, oidcVariables } from './oidc.variables.js';
import { processVariables } from '@lethe/observability';
import { z } from 'zod';

/** What @fastify/proxy-addr takes, which is not everybody (/0); without any, nobody is believed. */
function trustedProxies() {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isNetwork), 'must be addresses or networks like 10.0.0.0/8')
    .optional();
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
}

const MEBIBYTE = 1024 * 1024;
/** Seconds. */
const LONGEST_TEST = TEST_RUN_TIMES.answer / 1_000;

/**
 * The fewest connections: two for credentials, and five for the catalog, of which one workspace has two, its data planes two, and
 * all others one.
 */
export const GATEWAY_CONNECTIONS = {
  min: 7,
  why: 'with fewer, two lists of one workspace would wait for each other',
} as const;

/** What an operator may set, at most. */
const HIGHEST = {
  ...HIGHEST_LIMITS,
  bodyBytes: 64 * MEBIBYTE,
  suppressionsPerRequest: 1_000_000,
  deletionsPerRequest: 1_000_000,
  testMessageBytes: 512 * 1024,
} satisfies RequestLimits;

function limit(of: keyof RequestLimits, min = 1) {
  return integer({ min, max: HIGHEST[of] }, DEFAULT_REQUEST_LIMITS[of]);
}

/** 0: no limit. */
function perSecond(usual: number) {
  return integer({ min: 0, max: 1_000_000 }, usual);
}

/** How many of something may be there at once. */
function atOnce(usual: number) {
  return integer({ min: 1, max: 100_000 }, usual);
}

/** The settings of `createGateway`; the standalone app takes these over. */
export const gatewayVariables = {
  LETHE_LIMIT_BODY_BYTES: limit('bodyBytes', 1024).describe('Largest request body, in bytes.'),
  LETHE_LIMIT_USERS: limit('usersPerRequest').describe('Most users of one POST /v2/regulations.'),
  LETHE_LIMIT_SOURCE_IDS: limit('sourceIds').describe('Most sourceIds of one request.'),
  LETHE_LIMIT_SUPPRESSIONS: limit('suppressionsPerRequest').describe(
    'Most users × sourceIds of one request.',
  ),
  LETHE_LIMIT_DESTINATION_IDS: limit('destinationIds').describe(
    'Most destinationIds of one request.',
  ),
  LETHE_LIMIT_DELETIONS: limit('deletionsPerRequest').describe(
    'Most users × destinationIds of one request.',
  ),
  LETHE_LIMIT_TEST_MESSAGE_BYTES: limit('testMessageBytes', 1024).describe(
    'Largest test message, in bytes of its JSON.',
  ),
  LETHE_MAX_IN_FLIGHT: atOnce(512).describe(
    'Requests that may be in progress at once, without those whose bodies are still arriving. More are refused with 429.',
  ),
  LETHE_MAX_BODIES: atOnce(128).describe(
    'Bodies of requests of one workspace that may be arriving at once; one counts once for each 256 KiB, and above 256 KiB until its answer. More are refused with 429.',
  ),
  LETHE_MAX_BODIES_OF_ALL: integer({ min: 1, max: 1_000_000 }, 512).describe(
    'The same of all workspaces together; the more one has, the more must be free for another body of it.',
  ),
  LETHE_BODY_MIN_RATE: integer({ min: 0, max: MEBIBYTE }, 1024).describe(
    'Bytes a second that a body must bring on average. A slower one is ended with 408.',
  ),
  LETHE_BODY_GRACE: integer({ min: 0, max: 30 }, 5).describe(
    'Seconds before LETHE_BODY_MIN_RATE is asked of a body. After 30 it must be there in any case.',
  ),
  LETHE_RATE_TOKEN: perSecond(1_000).describe(
    'Requests a second with one token, at all gateways together. More are refused with 429. 0: no limit.',
  ),
  LETHE_RATE_WORKSPACE: perSecond(2_000).describe(
    'The same of all tokens of a workspace, where the workspace has no requestsPerSecond of its own.',
  ),
  LETHE_RATE_USERS: perSecond(20_000).describe(
    'Users a second of POST /v2/regulations of one workspace, where it has no usersPerSecond of its own. A request that names more is let in, and the next ones wait. 0: no limit.',
  ),
  LETHE_RATE_TESTS: perSecond(200).describe(
    'Destinations a second that one workspace may have tested, where it has no testsPerSecond of its own. 0: no limit.',
  ),
  LETHE_RATE_DATA_PLANE: perSecond(100).describe(
    'Requests a second of one data plane. More are slowed down, never refused. 0: no limit.',
  ),
  LETHE_MAX_DATA_PLANE_REQUESTS: atOnce(512).describe(
    'Requests of data planes at once, at most 8 of each. More wait.',
  ),
  LETHE_MAX_UNREAD_BYTES: integer({ min: 65_536, max: 1024 * MEBIBYTE }, 32 * MEBIBYTE).describe(
    'Bytes of large answers that callers of one workspace have not read yet. Above, further requests are refused with 429.',
  ),
  LETHE_ANSWER_MIN_RATE: integer({ min: 0, max: MEBIBYTE }, 1024).describe(
    'Bytes a second that a large answer must be read with on average. The connection of a slower reader is closed.',
  ),
  LETHE_ANSWER_GRACE: integer({ min: 1, max: 3_600 }, 30).describe(
    'Seconds before LETHE_ANSWER_MIN_RATE is asked of a reader.',
  ),
  LETHE_MAX_CONNECTIONS: integer({ min: 10, max: 1_000_000 }, 10_000).describe(
    'Open connections. Above, those that nobody uses are closed, of whoever has most.',
  ),
  LETHE_MAX_CONNECTIONS_OF_ONE: integer({ min: 10, max: 1_000_000 }, 1_000).describe(
    'Open connections of one token, data plane, or address that has shown no credentials. Above, the oldest that is not in use is closed.',
  ),
  LETHE_FAILED_CREDENTIALS: integer({ min: 0, max: 1_000_000 }, 60).describe(
    'Unknown credentials a minute from one address, before it is slowed down. Known ones never are. 0: no limit.',
  ),
  LETHE_TRUSTED_PROXIES: trustedProxies().describe(
    'Addresses and networks of proxies, address[/bits][,…], whose X-Forwarded-For says where a request comes from.',
  ),
  LETHE_PUBLIC_URL: publicUrl().describe(
    'Where browsers reach the gateway, https://host[:port]; for links to the console. Where it is set and not a loopback address, the console takes sessions over https only.',
  ),
  ...oidcVariables,
  LETHE_TEST_RUN_TIMEOUT: integer({ min: 10, max: LONGEST_TEST }, LONGEST_TEST).describe(
    `Seconds after which a test run that was not answered gets a 504. Its runner stops ${TEST_RUN_TIMES.wayBack / 1_000} seconds before. For proxies that wait for less.`,
  ),
  LETHE_MAX_TEST_RUNS: atOnce(128).describe(
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
  ...processVariables,
  LETHE_METRICS_LISTEN: metricsListen('0.0.0.0:9464'),
  DATABASE_URL: databaseUrl(),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ ...GATEWAY_CONNECTIONS, max: 200 }, 10).describe(
    'Most connections to PostgreSQL: a quarter for credentials and rate limits, the others for the catalog, of which one workspace has less than half at once. Two more while test runs come in quick succession.',
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
  LETHE_TOPIC_PREFIX: topicPrefix(),
  LETHE_SECRET_KEY: secretKey().describe(SECRET_KEY_DESCRIPTION),
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
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
  .superRefine(checkRpcVariables)
  .superRefine(checkOidcVariables);

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
