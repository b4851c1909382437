import { isIP } from 'node:net';
import { CATALOG_ENTITIES, CATALOG_SCHEMA, importDefinitionsFile, SecretBox } from '@lethe/catalog';
import {
  kafkaSecurity,
  postgresSessionTarget,
  postgresTarget,
  refusalTimes,
  rpcTls,
  splitAddress,
  type Environment,
} from '@lethe/config';
import {
  assertSchemaUsable,
  createDataSource,
  DatabaseConnection,
  migrateSchema,
} from '@lethe/database';
import {
  createLogger,
  describeError,
  Health,
  type Fail,
  type Logger,
  type RunningApp,
} from '@lethe/observability';
import { createGateway } from './create-gateway.js';
import type { GatewayConfig } from './gateway.config.js';
import { warnOfSharedNames } from './warn-of-shared-names.js';
import { prepareWorkspaces, readWorkspaceFile } from './prepare-workspaces.js';
import { reachRegulation } from './regulation-client/reach-regulation.js';
import { RegulationClient } from './regulation-client/regulation-client.js';
import { RegulationConnections } from './regulation-client/regulation-connections.js';
import { connectTestRuns } from './test-runs/connect-test-runs.js';

/** Applying a large workspace file is the longest that the gateway does. */
const STATEMENT_TIMEOUT_MS = 30_000;
const STARTING = 'starting';
const LOOKING_FOR_KAFKA = 'looking for Kafka';

/**
 * Starts the gateway as a process of its own. It listens at once; while Postgres or the regulation
 * service is away, requests are refused one by one.
 *
 * @param environment for references in the workspace file
 * @param fail called when something turns up later that no waiting mends
 */
export async function startGateway(
  config: GatewayConfig,
  environment: Environment,
  fail: Fail,
): Promise<RunningApp> {
  const logger = createLogger('gateway', config.LOG_LEVEL);
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const document = readWorkspaceFile(config.LETHE_WORKSPACE_FILE, environment);
  const health = new Health();
  const database = openDatabase(config, logger, () => {
    health.unblock(STARTING); // whoever waits for a database that all share would wait for all
  });
  const connections = connectRegulation(config);
  health.addCheck('database', () => database.isUp());
  const secrets = new SecretBox(config.LETHE_SECRET_KEY);
  const { testRuns, ...tests } = connectTestRuns({
    kafka: { brokers: config.KAFKA_BROKERS, ...kafkaSecurity(config) },
    topicPrefix: config.LETHE_TOPIC_PREFIX,
    firstTryMs: config.LETHE_KAFKA_START_WAIT * 1_000,
    secrets,
    timeoutMs: config.LETHE_TEST_RUN_TIMEOUT * 1000,
    maxPerWorkspace: config.LETHE_MAX_TEST_RUNS,
    logger,
    onRefused: fail,
  });
  health.addCheck('kafka', () => tests.isUp());
  health.addCheck('regulation', () => connections.isUp());
  health.block(STARTING);
  // Otherwise the first test runs are refused in a rolling restart, though nothing is away.
  health.block(LOOKING_FOR_KAFKA);
  void tests.tried.then(() => {
    health.unblock(LOOKING_FOR_KAFKA);
  });

  const commands = new RegulationClient(connections, config.LETHE_RPC_SECRET?.[0]);
  const gateway = await createGateway({
    config,
    database,
    commands,
    testRuns,
    secrets,
    logger,
    health,
  });
  await gateway.listen(config.PORT, config.HOST).catch(async (error: unknown) => {
    await tests.stop(); // it would go on looking for Kafka
    throw error;
  });
  logger.info({ address: await gateway.getUrl() }, 'listening');

  const stopping = new AbortController();
  if (config.LETHE_RPC_CA_FILE !== undefined) {
    reachRegulation(connections, {
      place: config.LETHE_REGULATION_ADDRESS,
      signal: stopping.signal,
      onWaiting: (error) => {
        logger.warn({ error: describeError(error) }, 'the regulation service cannot be reached');
      },
    }).catch(fail);
  }
  database
    .start()
    .then(() => prepareWorkspaces(database, config, document, secrets, logger, stopping.signal))
    .then(() => {
      health.unblock(STARTING);
      return warnOfSharedNames(database, logger);
    })
    .catch(fail);
  return {
    stop: async () => {
      stopping.abort();
      await gateway.close();
      connections.close();
      await tests.stop();
      await database.stop();
    },
  };
}

function openDatabase(
  config: GatewayConfig,
  logger: Logger,
  onWaiting: () => void,
): DatabaseConnection {
  const sessionUrl = postgresSessionTarget(config);
  const prepareSchema = config.LETHE_MIGRATE_ON_START ? migrateSchema : assertSchemaUsable;
  const { connectTimeoutMs, lookupMs } = refusalTimes(config);
  return new DatabaseConnection({
    lookupMs,
    dataSource: createDataSource({
      url: postgresTarget(config),
      schema: CATALOG_SCHEMA.schema,
      entities: CATALOG_ENTITIES,
      applicationName: 'lethe-gateway',
      poolSize: config.LETHE_DATABASE_POOL,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      connectTimeoutMs,
      keepsSession: config.LETHE_DATABASE_SESSION_URL === undefined,
    }),
    prepare: async () => {
      await prepareSchema(sessionUrl, CATALOG_SCHEMA);
    },
    onWaiting: (error) => {
      logger.warn({ error: describeError(error) }, 'the database cannot be reached, trying again');
      onWaiting();
    },
  });
}

function connectRegulation(config: GatewayConfig): RegulationConnections {
  const address = splitAddress(config.LETHE_REGULATION_ADDRESS);
  const certificates = rpcTls(config);
  const name = config.LETHE_RPC_SERVER_NAME ?? address.host;
  // A name in SNI must not be an IP address; that is looked for in the certificate all the same.
  const servername = isIP(name) === 0 ? { servername: name } : {};
  return new RegulationConnections({
    ...address,
    size: config.LETHE_REGULATION_SOCKETS,
    connectTimeoutMs: refusalTimes(config).connectTimeoutMs,
    ...(certificates && {
      tls: () => ({ minVersion: 'TLSv1.2', ...servername, ...certificates() }),
    }),
  });
}
