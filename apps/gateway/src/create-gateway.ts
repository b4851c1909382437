import {
  CatalogEditor,
  CatalogReader,
  DataPlaneAuthenticator,
  DataPlaneCatalog,
  TokenAuthenticator,
  type SecretBox,
} from '@lethe/catalog';
import type { RegulationCommands, RequestLimits } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Health, type Logger } from '@lethe/observability';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewaySettings } from './gateway.config.js';
import { createHttpApplication } from './http-application.js';
import type { TestRuns } from './test-runs/test-runs.js';

export interface GatewayOptions {
  readonly config: GatewaySettings;
  /** Its data source must know `CATALOG_ENTITIES`. May be away; requests then get a 503. */
  readonly database: DatabaseConnection;
  /** The regulation service: over TCP, or in the same process. */
  readonly commands: RegulationCommands;
  /** Hands test runs to a runner: over Kafka, or in the same process. */
  readonly testRuns: Pick<TestRuns, 'run'>;
  readonly secrets: SecretBox;
  readonly logger: Logger;
  readonly health: Health;
}

/**
 * Makes the public HTTP edge. Call `listen` on it, and `close` before the database is closed: that
 * makes it unready, stops taking connections, and returns when every request in hand is answered.
 */
export async function createGateway(options: GatewayOptions): Promise<NestFastifyApplication> {
  const { config, database, commands, testRuns, secrets, logger, health } = options;
  const authenticator = new TokenAuthenticator(database, {
    onError: (error) => {
      logger.warn({ error: describeError(error) }, 'the last use of tokens could not be written');
    },
  });
  const catalog = new CatalogReader(database, secrets);
  const editor = new CatalogEditor({
    database,
    box: secrets,
    onChange: (workspaceId) => {
      catalog.forget(workspaceId);
    },
  });
  return createHttpApplication({
    authenticator,
    dataPlaneAuthenticator: new DataPlaneAuthenticator(database),
    catalog,
    editor,
    dataPlaneCatalog: new DataPlaneCatalog(database, secrets),
    commands,
    testRuns,
    limits: limitsOf(config),
    maxInFlight: config.LETHE_MAX_IN_FLIGHT,
    bodyLimits: {
      perCredential: config.LETHE_MAX_BODIES,
      graceSeconds: config.LETHE_BODY_GRACE,
      bytesPerSecond: config.LETHE_BODY_MIN_RATE,
    },
    drainTimeoutMs: config.LETHE_DRAIN_TIMEOUT * 1000,
    logger,
    health,
    onStopped: () => authenticator.stop(),
  });
}

function limitsOf(config: GatewaySettings): RequestLimits {
  return {
    bodyBytes: config.LETHE_LIMIT_BODY_BYTES,
    usersPerRequest: config.LETHE_LIMIT_USERS,
    suppressionsPerRequest: config.LETHE_LIMIT_SUPPRESSIONS,
    sourceIds: config.LETHE_LIMIT_SOURCE_IDS,
    destinationIds: config.LETHE_LIMIT_DESTINATION_IDS,
    testMessageBytes: config.LETHE_LIMIT_TEST_MESSAGE_BYTES,
  };
}
