import { CATALOG_SCHEMA, importDefinitionsFile, SecretBox } from '@lethe/catalog';
import { postgresConnection, type Environment } from '@lethe/config';
import {
  startMetricsListener,
  openProcess,
  type Fail,
  type RunningApp,
} from '@lethe/observability';
import {
  awaitName,
  ConnectionsByAnswer,
  connectRegulation,
  measureRequests,
  reachRegulation,
  serviceClient,
} from '@lethe/regulation-client';
import { findConsoleFiles } from './console/assets/console-files.js';
import { createGateway } from './create-gateway.js';
import { openGatewayPools } from './database/open-gateway-pools.js';
import { createCatalogParts } from './gateway-parts.js';
import type { GatewayConfig } from './config/gateway.config.js';
import { prepareWorkspaces, readWorkspaceFile } from './database/prepare-workspaces.js';
import { warnOfSharedNames } from './database/warn-of-shared-names.js';
import { connectTestRuns } from './tests/connect-test-runs.js';

const STARTING = 'starting';
const LOOKING_FOR_KAFKA = 'looking for Kafka';
const LOOKING_FOR_SERVICE = 'looking for the name of the regulation service';

/**
 * Starts the gateway as a separate process. It listens immediately. While PostgreSQL or the
 * regulation service does not answer, the gateway refuses each request that needs it.
 *
 * @param environment variables to which the workspace file refers
 * @param fail called with an error after the start if a retry would not help
 */
export async function startGateway(
  config: GatewayConfig,
  environment: Environment,
  fail: Fail,
): Promise<RunningApp> {
  const parts = await openProcess('gateway', config);
  const { health, logger, metrics, tracing } = parts;
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const document = readWorkspaceFile(
    config.LETHE_WORKSPACE_FILE,
    environment,
    config.LETHE_PII_RETENTION_DAYS,
  );
  const options = {
    ...postgresConnection(config),
    ...parts.database(),
    schema: CATALOG_SCHEMA.schema,
    schemas: [CATALOG_SCHEMA],
    schemaPolicy: config.LETHE_MIGRATE_ON_START ? ('migrate' as const) : ('check' as const),
    onWaiting: () => {
      // The gateway becomes ready even if the database does not answer. All gateways share the
      // database, and if they all stayed unready, no gateway would answer.
      health.unblock(STARTING);
    },
  };
  const databases = openGatewayPools(options, config.LETHE_DATABASE_POOL);
  const connections = new ConnectionsByAnswer(() => connectRegulation(config));
  health.addCheck('database', () => databases.credentials.isUp());
  const secrets = new SecretBox(config.LETHE_SECRET_KEY);
  const { testRuns, ...tests } = connectTestRuns({
    ...{ config, secrets, process: parts, onRefused: fail },
  });
  health.addCheck('kafka', () => tests.isUp());
  health.addCheck('regulation', () => connections.isUp());
  health.block(STARTING);
  const stopping = new AbortController();
  const { signal } = stopping;
  health.block(LOOKING_FOR_SERVICE);
  void awaitName(connections, signal).then(() => {
    health.unblock(LOOKING_FOR_SERVICE);
  });
  // The gateway is not ready before its first attempt to reach Kafka has ended. If it were ready
  // earlier, it would refuse test runs during a rolling restart, although Kafka is up.
  health.block(LOOKING_FOR_KAFKA);
  void tests.tried.then(() => {
    health.unblock(LOOKING_FOR_KAFKA);
  });

  const service = measureRequests(connections, metrics);
  const gateway = await createGateway({
    config,
    ...createCatalogParts(databases, secrets, logger),
    commands: serviceClient(service, config.LETHE_RPC_SECRET?.[0]),
    testRuns,
    console: findConsoleFiles(),
    health,
    logger,
    metrics,
    tracing,
  });
  await gateway.listen(config.PORT, config.HOST).catch(async (error: unknown) => {
    await tests.stop(); // without this, the process would continue to poll Kafka
    throw error;
  });
  const shownMetrics = await startMetricsListener({
    app: 'gateway',
    listen: config.LETHE_METRICS_LISTEN,
    ...{ metrics, health, logger },
  });
  logger.info({ address: await gateway.getUrl(), metrics: shownMetrics.port }, 'listening');

  reachRegulation(connections, config, { signal, logger }).catch(fail);
  databases
    .start()
    .then(() =>
      prepareWorkspaces(databases.catalog, config, document, secrets, {
        logger,
        stopping: signal,
      }),
    )
    .then((demo) => {
      health.unblock(STARTING);
      if (demo !== undefined) {
        // The token itself must not be in a log.
        logger.info(
          { tokenFile: demo.tokenFile },
          'there is a demo workspace; its token is in this file',
        );
      }
      return warnOfSharedNames(databases.catalog, logger);
    })
    .catch(fail);
  return {
    stop: async () => {
      stopping.abort();
      await gateway.close();
      connections.close();
      await tests.stop();
      await databases.stop();
      await shownMetrics.close();
      await tracing.stop();
    },
  };
}
