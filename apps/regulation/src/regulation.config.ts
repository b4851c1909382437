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
  retentionVariables,
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

/** Limits that the regulation service checks. The standalone app has the same variables. */
export const limitVariables = {
  LETHE_LIMIT_SUPPRESSIONS: integer(
    { min: 1, max: 1_000_000 },
    DEFAULT_REGULATION_LIMITS.suppressionsPerRequest,
  ).describe('Maximum of users × sourceIds in one request.'),
  LETHE_LIMIT_DELETIONS: integer(
    { min: 1, max: 1_000_000 },
    DEFAULT_REGULATION_LIMITS.deletionsPerRequest,
  ).describe('Maximum of users × destinationIds in one request.'),
  LETHE_LIMIT_SOURCES_OF_USER: integer(
    { min: 1, max: 5_000 },
    DEFAULT_REGULATION_LIMITS.sourcesOfUser,
  ).describe(
    'Maximum number of sources at which one user can be suppressed. A suppression at all sources is never limited.',
  ),
};

export function limitsOf(config: {
  readonly [name in keyof typeof limitVariables]: number;
}): RegulationLimits {
  return {
    suppressionsPerRequest: config.LETHE_LIMIT_SUPPRESSIONS,
    deletionsPerRequest: config.LETHE_LIMIT_DELETIONS,
    sourcesOfUser: config.LETHE_LIMIT_SOURCES_OF_USER,
  };
}

const variables = z.object({
  DATABASE_URL: databaseUrl(),
  ...postgresVariables,
  ...unavailableVariables,
  LETHE_DATABASE_POOL: integer({ min: FEWEST_CONNECTIONS, max: 500 }, 20).describe(
    'Maximum number of connections to PostgreSQL. Three are for the relay, and a quarter of the rest is for lists and look-ups.',
  ),
  LETHE_MIGRATE_ON_START: flag(true).describe(
    'Whether to migrate the database at start. If false, the start only checks the migrations.',
  ),
  ...topicVariables,
  ...limitVariables,
  ...retentionVariables,
  LETHE_IDENTIFIER_KEY: secretKey()
    .optional()
    .describe(
      `${IDENTIFIER_KEY_DESCRIPTION} Without it, look-ups find users by their userId only.`,
    ),
  LETHE_IDENTIFIER_KEY_FILE: fileOf('LETHE_IDENTIFIER_KEY'),
  ...DEFINITIONS_FILE_VARIABLE,
  LETHE_REGULATION_LISTEN: address()
    .default('127.0.0.1:3001')
    .describe(
      'Address to listen on for commands. Outside loopback it needs LETHE_RPC_SECRET or mutual TLS.',
    ),
  LETHE_LIMIT_BODY_BYTES: integer(
    { min: 1024, max: 64 * 1024 * 1024 },
    DEFAULT_REQUEST_LIMITS.bodyBytes,
  ).describe(
    'Maximum size of a request body at the gateways, in bytes. Set it to their value or higher. A command may be five times as large, because it writes numbers in full.',
  ),
  ...rpcVariables,
  ...serviceVariables(3002),
});

export const regulationConfigSchema = variables
  .superRefine(checkKafkaVariables)
  .superRefine(checkRpcVariables)
  .superRefine(checkWhoMayCall);

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/;

/**
 * Refuses an address that other machines can reach, if the service checks neither keys nor
 * certificates.
 */
function checkWhoMayCall(config: z.infer<typeof variables>, context: z.core.$RefinementCtx): void {
  const { LETHE_REGULATION_LISTEN: listen, LETHE_RPC_SECRET: key, LETHE_RPC_CA_FILE: ca } = config;
  if (key !== undefined || ca !== undefined || LOOPBACK.test(splitAddress(listen).host)) return;
  context.addIssue({
    code: 'custom',
    path: ['LETHE_REGULATION_LISTEN'],
    message:
      'is reachable from other machines: set LETHE_RPC_SECRET here and at the gateways ("openssl rand -base64 32" creates one), or mutual TLS (LETHE_RPC_CA_FILE, LETHE_RPC_CERT_FILE, LETHE_RPC_KEY_FILE)',
  });
}

export type RegulationConfig = z.infer<typeof regulationConfigSchema>;
