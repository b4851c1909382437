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
  retentionVariables,
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

/**
 * Accepts the addresses and networks that `@fastify/proxy-addr` accepts, except a network of all
 * addresses (/0). By default, no proxy is trusted.
 */
function trustedProxies() {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isNetwork), 'must be addresses or networks like 10.0.0.0/8')
    .optional();
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 4: 32, 6: 128 }[isIP(address)];
  if (maxBits === undefined || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= maxBits);
}

const MEBIBYTE = 1024 * 1024;
/** Maximum seconds of a test run. */
const LONGEST_TEST = TEST_RUN_TIMES.answer / 1_000;

/**
 * Minimum number of database connections. Two are for credentials and five for the catalog. Of the
 * five, one workspace can use two, and its data planes can use two. So one connection stays for all
 * other workspaces.
 */
export const GATEWAY_CONNECTIONS = {
  min: 7,
  why: 'with fewer connections, two list requests of one workspace would block each other',
} as const;

/** Highest values that an operator can set. */
const HIGHEST = {
  ...HIGHEST_LIMITS,
  bodyBytes: 64 * MEBIBYTE,
  suppressionsPerRequest: 1_000_000,
  deletionsPerRequest: 1_000_000,
  testMessageBytes: 512 * 1024,
} satisfies RequestLimits;

function limit(name: keyof RequestLimits, min = 1) {
  return integer({ min, max: HIGHEST[name] }, DEFAULT_REQUEST_LIMITS[name]);
}

/** Returns a limit per second; the value 0 means no limit. */
function perSecond(defaultValue: number) {
  return integer({ min: 0, max: 1_000_000 }, defaultValue);
}

function atOnce(defaultValue: number) {
  return integer({ min: 1, max: 100_000 }, defaultValue);
}

/** Settings of `createGateway`, which the standalone app shares. */
export const gatewayVariables = {
  LETHE_LIMIT_BODY_BYTES: limit('bodyBytes', 1024).describe(
    'Maximum size of a request body, in bytes.',
  ),
  LETHE_LIMIT_USERS: limit('usersPerRequest').describe(
    'Maximum number of users in one POST /v2/regulations.',
  ),
  LETHE_LIMIT_SOURCE_IDS: limit('sourceIds').describe(
    'Maximum number of sourceIds in one request.',
  ),
  LETHE_LIMIT_SUPPRESSIONS: limit('suppressionsPerRequest').describe(
    'Maximum of users × sourceIds in one request.',
  ),
  LETHE_LIMIT_DESTINATION_IDS: limit('destinationIds').describe(
    'Maximum number of destinationIds in one request.',
  ),
  LETHE_LIMIT_DELETIONS: limit('deletionsPerRequest').describe(
    'Maximum of users × destinationIds in one request.',
  ),
  LETHE_LIMIT_TEST_MESSAGE_BYTES: limit('testMessageBytes', 1024).describe(
    'Maximum size of a test message, in bytes of its JSON.',
  ),
  LETHE_MAX_IN_FLIGHT: atOnce(512).describe(
    'Maximum number of requests in progress at once. Requests whose bodies are still arriving do not count. Further requests get 429.',
  ),
  LETHE_MAX_BODIES: atOnce(128).describe(
    'Maximum number of request bodies of one workspace that may arrive at once. A body counts once for each 256 KiB. A body above 256 KiB counts until its answer. Further requests get 429.',
  ),
  LETHE_MAX_BODIES_OF_ALL: integer({ min: 1, max: 1_000_000 }, 512).describe(
    'Maximum number of request bodies of all workspaces that may arrive at once, counted as for LETHE_MAX_BODIES. The more bodies a workspace has, the more slots must be free for its next body.',
  ),
  LETHE_BODY_MIN_RATE: integer({ min: 0, max: MEBIBYTE }, 1024).describe(
    'Minimum average rate of a request body, in bytes per second. A slower request gets 408.',
  ),
  LETHE_BODY_GRACE: integer({ min: 0, max: 30 }, 5).describe(
    'Seconds before LETHE_BODY_MIN_RATE applies to a body. The whole body must arrive within 30 seconds in any case.',
  ),
  LETHE_RATE_TOKEN: perSecond(1_000).describe(
    'Maximum requests per second with one token, at all gateways together. Further requests get 429. 0: no limit.',
  ),
  LETHE_RATE_WORKSPACE: perSecond(2_000).describe(
    'Maximum requests per second with all tokens of one workspace. A workspace can override it with requestsPerSecond. 0: no limit.',
  ),
  LETHE_RATE_USERS: perSecond(20_000).describe(
    'Maximum users per second in POST /v2/regulations of one workspace. A workspace can override it with usersPerSecond. One request may exceed it; the next requests get 429 until the average is met. 0: no limit.',
  ),
  LETHE_RATE_TESTS: perSecond(200).describe(
    'Maximum destinations per second that one workspace may test. A workspace can override it with testsPerSecond. 0: no limit.',
  ),
  LETHE_RATE_DATA_PLANE: perSecond(100).describe(
    'Maximum requests per second of one data plane. Further requests are delayed, never refused. 0: no limit.',
  ),
  LETHE_MAX_DATA_PLANE_REQUESTS: atOnce(512).describe(
    'Maximum number of requests of data planes in progress at once, and at most 8 of each data plane. Further requests wait.',
  ),
  LETHE_MAX_UNREAD_BYTES: integer({ min: 65_536, max: 1024 * MEBIBYTE }, 32 * MEBIBYTE).describe(
    'Maximum bytes of large answers that the callers of one workspace have not read yet. Above it, further requests get 429.',
  ),
  LETHE_ANSWER_MIN_RATE: integer({ min: 0, max: MEBIBYTE }, 1024).describe(
    'Minimum average rate at which a caller reads a large answer, in bytes per second. The connection of a slower caller is closed.',
  ),
  LETHE_ANSWER_GRACE: integer({ min: 1, max: 3_600 }, 30).describe(
    'Seconds before LETHE_ANSWER_MIN_RATE applies to a caller.',
  ),
  LETHE_MAX_CONNECTIONS: integer({ min: 10, max: 1_000_000 }, 10_000).describe(
    'Maximum number of open connections. Above it, idle connections are closed first, starting with the client that has most.',
  ),
  LETHE_MAX_CONNECTIONS_OF_ONE: integer({ min: 10, max: 1_000_000 }, 1_000).describe(
    'Maximum number of open connections of one token, one data plane, or one address without credentials. Above it, the oldest idle connection is closed.',
  ),
  LETHE_FAILED_CREDENTIALS: integer({ min: 0, max: 1_000_000 }, 60).describe(
    'Unknown credentials per minute from one address before its requests are slowed down. Requests with known credentials are never slowed down. 0: no limit.',
  ),
  LETHE_TRUSTED_PROXIES: trustedProxies().describe(
    'Addresses and networks of trusted proxies, address[/bits][,…]. Their X-Forwarded-For names the address of the client.',
  ),
  LETHE_PUBLIC_URL: publicUrl().describe(
    'Address of the gateway for browsers, https://host[:port]; used in links to the console. If it is set and not a loopback address, the console accepts sessions over https only.',
  ),
  ...oidcVariables,
  LETHE_TEST_RUN_TIMEOUT: integer({ min: 10, max: LONGEST_TEST }, LONGEST_TEST).describe(
    `Seconds after which a test run without a result gets 504. Its runner stops ${TEST_RUN_TIMES.resultTransfer / 1_000} seconds earlier. Lower it if a proxy in front has a shorter timeout.`,
  ),
  LETHE_MAX_TEST_RUNS: atOnce(128).describe(
    'Maximum number of test runs of one workspace in progress at once. Further runs get 429.',
  ),
  LETHE_DRAIN_TIMEOUT: integer({ min: 0, max: 600 }, 2).describe(
    'Seconds for which a shutdown keeps the connections of callers open, to close each of them with an answer. A connection without a request in this time is closed without an answer.',
  ),
};

/** Variables of an app that creates workspaces at its start. */
export const demoVariables = {
  LETHE_DEMO_WORKSPACE: flag(true).describe(
    'Whether to create a demo workspace in an empty database if there is no workspace file.',
  ),
};

/** Variables of a gateway that runs as a separate process. */
const variables = z.object({
  PORT: port(8080).describe('Public HTTP port.'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  ...processVariables,
  LETHE_METRICS_LISTEN: metricsListen('0.0.0.0:9464'),
  DATABASE_URL: databaseUrl(),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ ...GATEWAY_CONNECTIONS, max: 200 }, 10).describe(
    'Maximum number of connections to PostgreSQL. A quarter is for credentials and rate limits, the rest for the catalog. One workspace gets less than half of the rest at once. Frequent test runs open two more.',
  ),
  LETHE_MIGRATE_ON_START: flag(true).describe(
    'Whether to migrate the catalog at start. If false, the start only checks the migrations.',
  ),
  ...regulationClientVariables,
  KAFKA_BROKERS: addresses().describe(
    'Kafka bootstrap brokers for test runs, host:port[,host:port…].',
  ),
  ...kafkaVariables,
  LETHE_KAFKA_START_WAIT: integer({ min: 0, max: 600 }, 5).describe(
    'Seconds that a start waits for Kafka if Kafka does not answer. After this time the gateway is ready, without test runs.',
  ),
  LETHE_TOPIC_PREFIX: topicPrefix(),
  LETHE_SECRET_KEY: secretKey().describe(SECRET_KEY_DESCRIPTION),
  LETHE_SECRET_KEY_FILE: fileOf('LETHE_SECRET_KEY'),
  LETHE_WORKSPACE_FILE: z
    .string()
    .optional()
    .describe('YAML or JSON file with workspaces, applied at start.'),
  ...retentionVariables,
  ...DEFINITIONS_FILE_VARIABLE,
  ...demoVariables,
  LETHE_DATA_DIR: z
    .string()
    .default('.lethe')
    .describe('Folder for files of the process: the token of the demo workspace.'),
  ...gatewayVariables,
});

export const gatewayConfigSchema = variables
  .superRefine(checkKafkaVariables)
  .superRefine(checkRpcVariables)
  .superRefine(checkOidcVariables);

export type GatewaySettings = Readonly<z.infer<z.ZodObject<typeof gatewayVariables>>>;
export type GatewayConfig = Readonly<z.infer<typeof gatewayConfigSchema>>;

/** Returns the limits for the content of a request. */
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
