import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CATALOG_SCHEMA, importDefinitionsFile, SecretBox } from '@lethe/catalog';
import {
  loadOrCreateSecretKey,
  noteAddress,
  reachableUrl,
  parseSecretKeys,
  type SecretKey,
  postgresConnection,
  processEnvironment,
  unavailableTimes,
  welcome,
} from '@lethe/config';
import { createDeletionWorker } from '@lethe/deletion-worker';
import {
  IncompatibleSchemaError,
  type DatabaseTarget,
  type OpenDatabaseOptions,
} from '@lethe/database';
import {
  createCatalogParts,
  type GatewayParts,
  createGateway,
  findConsoleFiles,
  openGatewayPools,
  prepareWorkspaces,
  readWorkspaceFile,
  signInLink,
  warnOfSharedNames,
} from '@lethe/gateway';
import { startEmbeddedPostgres } from '@lethe/local-services';
import {
  startMetricsListener,
  openProcess,
  StartError,
  type Fail,
  type RunningApp,
} from '@lethe/observability';
import {
  createRegulationCore,
  limitsOf,
  openPools,
  refuseLateVerifications,
  REGULATION_ENTITIES,
  REGULATION_SCHEMA,
} from '@lethe/regulation';
import type { StandaloneConfig } from './standalone.config.js';
import { openBroker } from './open-broker.js';
import { openTestRuns } from './open-test-runs.js';
import { dividePool } from './divide-pool.js';

/** Starts gateway, regulation service, test runner and deletion worker in one process. */
export async function startStandalone(config: StandaloneConfig, fail: Fail): Promise<RunningApp> {
  const parts = await openProcess('standalone', config, 'lethe');
  const { health, logger, metrics, tracing } = parts;
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const document = readWorkspaceFile(
    config.LETHE_WORKSPACE_FILE,
    processEnvironment(),
    config.LETHE_PII_RETENTION_DAYS,
  );
  const dataDir = resolve(config.LETHE_DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  /** Functions that undo the start. They run in reverse order, also after a failed start. */
  const stops: (() => Promise<void>)[] = [() => tracing.stop()];
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
  };

  try {
    const { folder, ...place } = await openPlace(config, dataDir, stops, fail);
    const connections = dividePool(config.LETHE_DATABASE_POOL);
    const options = {
      ...place,
      ...parts.database(),
      schema: REGULATION_SCHEMA.schema,
      entities: REGULATION_ENTITIES,
    };
    const databases = openPools(
      { ...options, schemas: [CATALOG_SCHEMA, REGULATION_SCHEMA], schemaPolicy: 'migrate' },
      connections.regulation,
    );
    stops.push(() => databases.stop());
    await databases.start().catch((error: unknown) => {
      throw nameFolder(error, folder);
    });
    const gatewayDatabases = openGatewayPools(options, connections.gateway);
    stops.push(() => gatewayDatabases.stop());
    await gatewayDatabases.start();
    const database = databases.commands;
    const secrets = new SecretBox(
      await openKeys(config.LETHE_SECRET_KEY, join(dataDir, 'secret-key')),
    );
    const identifierKeys = await openKeys(
      config.LETHE_IDENTIFIER_KEY,
      join(dataDir, 'identifier-key'),
    );
    const demo = await prepareWorkspaces(database, config, document, secrets, { logger });
    await refuseLateVerifications(database.query, config.LETHE_PII_RETENTION_DAYS);
    await warnOfSharedNames(database, logger);

    const broker = openBroker(config, parts);
    const core = createRegulationCore({
      databases,
      sessionUrl: place.sessionUrl,
      ...broker.connection,
      topicPrefix: config.LETHE_TOPIC_PREFIX,
      limits: limitsOf(config),
      identifierKeys: identifierKeys.map(({ bytes }) => bytes),
      personalDataDays: config.LETHE_PII_RETENTION_DAYS,
      logger,
      metrics,
      onRefusal: (reason) => {
        health.warn('relay', reason);
      },
    });
    stops.push(async () => {
      await broker.stop();
      await core.gate.drain();
      await core.stop();
    });

    const tests = openTestRuns(config, { database, secrets, logger, metrics });
    stops.push(() => tests.stop());
    health.addCheck('database', () => database.isUp());
    if (broker.connection.kafka) health.addCheck('kafka', () => core.isKafkaUp());
    const catalog = createCatalogParts(gatewayDatabases, secrets, logger);
    const gateway = await createGateway({
      config,
      ...catalog,
      commands: core.commands,
      testRuns: tests.testRuns,
      console: findConsoleFiles(),
      health,
      logger,
      metrics,
      tracing,
    });
    stops.push(() => gateway.close());
    await gateway.listen(config.PORT, config.HOST);
    const shown = await startMetricsListener({
      app: 'standalone',
      listen: config.LETHE_METRICS_LISTEN,
      ...{ metrics, health, logger },
    });
    stops.push(() => shown.close());
    const worker = createDeletionWorker({
      config,
      database,
      secrets,
      commands: core.commands,
      logger,
      metrics,
    });
    broker.onJobs(() => {
      worker.wake();
    });
    worker.start();
    stops.push(() => worker.stop());
    void broker.ready.then(() => {
      core.start();
    }, fail);

    const url = config.LETHE_PUBLIC_URL ?? (await gateway.getUrl());
    const note = noteAddress(dataDir, reachableUrl(await gateway.getUrl()));
    stops.push(() => {
      note.remove();
      return Promise.resolve();
    });
    const link = demo && (await linkOf(url, demo.token, catalog));
    const demoToken = link && demo.token; // without a link, the token is no longer valid
    process.stdout.write(welcome({ url, link, demoToken, dataDir: config.LETHE_DATA_DIR }));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Returns a link that signs in once with the token of the demo workspace; undefined if the token is
 * not valid.
 */
async function linkOf(
  url: string,
  token: string,
  { authenticator, sessions }: Pick<GatewayParts, 'authenticator' | 'sessions'>,
): Promise<string | undefined> {
  const identity = await authenticator.authenticate(token);
  const made = identity && (await sessions.makeCode(identity.tokenId));
  return made && signInLink(url, made.code);
}

/**
 * Returns the configured keys. If none are configured, returns the keys of a file in the data
 * folder. The file is created if it is missing.
 */
async function openKeys(
  configured: readonly SecretKey[] | undefined,
  file: string,
): Promise<readonly SecretKey[]> {
  return configured ?? parseSecretKeys(await loadOrCreateSecretKey(file)) ?? [];
}

/** Returns the configured database, or starts an embedded one. */
async function openPlace(
  config: StandaloneConfig,
  dataDir: string,
  stops: (() => Promise<void>)[],
  fail: Fail,
): Promise<
  Pick<OpenDatabaseOptions, 'url' | 'keepsSession' | 'connectTimeoutMs' | 'lookupMs'> & {
    readonly sessionUrl: DatabaseTarget;
    /** Folder of an embedded database. */
    readonly folder?: string;
  }
> {
  const { DATABASE_URL } = config;
  if (DATABASE_URL !== undefined) return postgresConnection({ ...config, DATABASE_URL });
  const folder = join(dataDir, 'postgres');
  const url = await openEmbeddedDatabase(dataDir, folder, stops, fail);
  return { url, sessionUrl: url, folder, ...unavailableTimes(config) };
}

/**
 * If the schema of the embedded database is too new or too old for this version of Lethe, adds the
 * folder to the error.
 */
function nameFolder(error: unknown, folder: string | undefined): unknown {
  if (folder === undefined || !(error instanceof IncompatibleSchemaError)) return error;
  return new StartError(
    `${error.message} The database is in the folder ${folder}. If you move this folder away, Lethe starts with an empty database.`,
    { cause: error },
  );
}

/** Starts PostgreSQL in the data folder, and writes its address to a file for the command line. */
async function openEmbeddedDatabase(
  dataDir: string,
  folder: string,
  stops: (() => Promise<void>)[],
  fail: Fail,
): Promise<string> {
  // PostgreSQL has its own process group, so that Ctrl-C does not end it before requests in flight
  // are done.
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    note: join(dataDir, 'database.json'),
    ownProcessGroup: true,
  });
  let wanted = true;
  void postgres.exited.then(() => {
    if (!wanted) return;
    fail(new StartError(`The embedded PostgreSQL ended. See ${folder}/postgres.log.`));
  });
  stops.push(() => {
    wanted = false;
    return postgres.stop();
  });
  return postgres.url;
}
