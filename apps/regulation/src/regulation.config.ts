import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  address,
  checkKafkaVariables,
  checkRpcVariables,
  databaseUrl,
  flag,
  IDENTIFIER_KEY_DESCRIPTION,
  integer,
  postgresVariables,
  unavailableVariables,
  rpcVariables,
  secretKey,
  splitAddress,
  topicVariables,
  fileOf,
} from '@lethe/config';
import {
  DEFAULT_REQUEST_LIMITS,
  DEFAULT_REGULATION_LIMITS,
  type RegulationLimits,
} from '@lethe/contracts';
import { serviceVariables } from '@lethe/observability';
import { z } from 'zod';
import { FEWEST_CONNECTIONS } from './database/open-pools.js';

/** Limits that can only be checked with the database; the standalone app has the same variables. */
export const limitVariables = {
  LETHE_LIMIT_SUPPRESSIONS: integer(
    { min: 1, max: 1_000_000 },
    DEFAULT_REGULATION_LIMITS.suppressionsPerRequest,
  ).describe('Most users × sourceIds of one request.'),
  LETHE_LIMIT_DELETIONS: integer(
    { min: 1, max: 1_000_000 },
    DEFAULT_REGULATION_LIMITS.deletionsPerRequest,
  ).describe('Most users × destinationIds of one request.'),
  LETHE_LIMIT_SOURCES_OF_USER: integer(
    { min: 1, max: 5_000 },
    DEFAULT_REGULATION_LIMITS.sourcesOfUser,
  ).describe(
    'Most sources at which one user can be suppressed at once; everywhere at once is never limited.',
  ),
};

/** What the standalone app has, too. */
export const retentionVariables = {
  LETHE_PII_RETENTION_DAYS: integer({ min: 0, max: 3650 }, 30).describe(
    'Days after a deletion for which the identifiers other than the userId are kept.',
  ),
};

/** @returns the limits that the variables set */
export function limitsOf(config: {
  readonly [name in keyof typeof limitVariables]: number;
}): RegulationLimits {
  return {
    suppressionsPerRequest: config.LETHE_LIMIT_SUPPRESSIONS,
    deletionsPerRequest: config.LETHE_LIMIT_DELETIONS,
    sourcesOfUser: config.LETHE_LIMIT_SOURCES_OF_USER,
  };
}

/** Variables of the regulation service. */
const variables = z.object({
  DATABASE_URL: databaseUrl(),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ min: FEWEST_CONNECTIONS, max: 500 }, 20).describe(
    'Most database connections: three for the relay, of the rest a quarter for lists and look-ups.',
  ),
  LETHE_MIGRATE_ON_START: flag(true).describe('Migrate the database at the start.'),
  ...topicVariables,
  ...limitVariables,
  ...retentionVariables,
  LETHE_IDENTIFIER_KEY: secretKey()
    .optional()
    .describe(`${IDENTIFIER_KEY_DESCRIPTION} Without it users are found by their userId only.`),
  LETHE_IDENTIFIER_KEY_FILE: fileOf('LETHE_IDENTIFIER_KEY'),
  ...DEFINITIONS_FILE_VARIABLE,
  LETHE_REGULATION_LISTEN: address()
    .default('127.0.0.1:3001')
    .describe(
      'Where commands are taken. Outside of the loopback it needs LETHE_RPC_SECRET or mutual TLS.',
    ),
  LETHE_LIMIT_BODY_BYTES: integer(
    { min: 1024, max: 64 * 1024 * 1024 },
    DEFAULT_REQUEST_LIMITS.bodyBytes,
  ).describe(
    'Largest request body that gateways take, in bytes: as large as theirs, or larger. A command may have five times as many, as numbers are written out.',
  ),
  ...rpcVariables,
  ...serviceVariables(3002),
});

export const regulationConfigSchema = variables
  .superRefine(checkKafkaVariables)
  .superRefine(checkRpcVariables)
  .superRefine(checkWhoMayCall);

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;

/** Refuses a port without authentication, unless only this machine can reach the port. */
function checkWhoMayCall(config: z.infer<typeof variables>, context: z.core.$RefinementCtx): void {
  const { LETHE_REGULATION_LISTEN: listen, LETHE_RPC_SECRET: key, LETHE_RPC_CA_FILE: ca } = config;
  if (key !== undefined || ca !== undefined || LOOPBACK.test(splitAddress(listen).host)) return;
  context.addIssue({
    code: 'custom',
    path: ['LETHE_REGULATION_LISTEN'],
    message:
      'listens for others than this machine: set LETHE_RPC_SECRET here and at the gateways ("openssl rand -base64 32" makes one), or mutual TLS (LETHE_RPC_CA_FILE, LETHE_RPC_CERT_FILE, LETHE_RPC_KEY_FILE)',
  });
}

export type RegulationConfig = z.infer<typeof regulationConfigSchema>;
