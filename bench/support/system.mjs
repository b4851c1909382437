import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  freePort,
  startEmbeddedPostgres,
  startLocalKafka,
  startLocalRedis,
} from '@lethe/local-services';
import pg from 'pg';
import { AppProcess } from './app-process.mjs';
import { call, getJson, HttpClient } from './http-client.mjs';
import { refuseRamDisk } from './machine.mjs';
import { benchWorkspace, ROOMY_RATES, SECRET_KEY, TOPIC_PREFIX } from './workspace.mjs';

const APPS = fileURLToPath(new URL('../../apps/', import.meta.url));
const LOOPBACK = { LETHE_DELIVERY_ALLOW: '127.0.0.1' };

/**
 * Starts PostgreSQL with its defaults: a commit returns when it is on the disk.
 *
 * @param session
 * @param {Record<string, string>} settings further settings of the server
 */
export async function startDatabase(session, settings = {}) {
  await refuseRamDisk(session.folder);
  session.progress('starting PostgreSQL');
  const dataDir = join(session.folder, 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, settings, ownProcessGroup: true });
  session.defer(() => server.stop());
  return server;
}

/** Starts Kafka with one node. Its `brokers` have the form of `KAFKA_BROKERS`. */
export async function startBroker(session) {
  session.progress('starting Kafka');
  const dataDir = join(session.folder, 'kafka');
  const kafka = await startLocalKafka({ dataDir, ownProcessGroup: true });
  session.defer(() => kafka.stop());
  return kafka;
}

/** Starts a Redis server. @returns its address, as in the configuration of a destination */
export async function startRedis(session) {
  const redis = await startLocalRedis({ dataDir: join(session.folder, 'redis') });
  session.defer(() => redis.stop());
  return `127.0.0.1:${redis.port}`;
}

/**
 * Starts an app with its default settings, except those in `env`.
 *
 * @param session
 * @param {string} app
 * @param {{ name?: string, databaseUrl?: string, brokers?: string, env?: object }} options
 */
export function startApp(session, app, { name = app, databaseUrl, brokers, env = {} }) {
  return new AppProcess(session, {
    name,
    script: join(APPS, app, 'dist/bundle/main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: TOPIC_PREFIX,
      LETHE_SECRET_KEY: SECRET_KEY,
      LETHE_DATA_DIR: session.folder,
      PORT: '0',
      ...env,
    },
  });
}

/**
 * Starts the regulation service, and returns when it has migrated the database.
 *
 * @param session
 * @param {{ [option: string]: any }} options for `startApp`
 */
export async function startRegulation(session, { env, ...options }) {
  const [commands, health] = [await freePort(), await freePort()];
  const listen = { LETHE_REGULATION_LISTEN: `127.0.0.1:${commands}`, PORT: String(health) };
  const app = startApp(session, 'regulation', { ...options, env: { ...listen, ...env } });
  const address = `127.0.0.1:${commands}`;
  const metricsUrl = `http://127.0.0.1:${health}/metrics`;
  return untilReady(Object.assign(app, { address, metricsUrl }), health);
}

/**
 * Starts the gateway.
 *
 * @param session
 * @param {{ [option: string]: any }} options `file`: its workspace file
 */
export async function startGateway(session, { regulation, env, ...options }) {
  const metrics = `127.0.0.1:${await freePort()}`;
  const app = await startServing(session, 'gateway', {
    ...options,
    env: { LETHE_REGULATION_ADDRESS: regulation.address, LETHE_METRICS_LISTEN: metrics, ...env },
  });
  return Object.assign(app, { metricsUrl: `http://${metrics}/metrics` });
}

/** Starts the standalone app. */
export function startStandalone(session, options) {
  return startServing(session, 'standalone', { ...options, env: LOOPBACK });
}

/**
 * Starts an app that serves the API.
 *
 * @param session
 * @param {string} app
 * @param {{ [option: string]: any }} options `file`: its workspace file
 */
async function startServing(session, app, options) {
  const { name = app, file = { workspaces: [benchWorkspace()] }, env } = options;
  const path = join(session.folder, `${name}-workspaces.json`);
  writeFileSync(path, JSON.stringify(file));
  const port = await freePort();
  const where = { LETHE_WORKSPACE_FILE: path, HOST: '127.0.0.1', PORT: String(port) };
  const serving = startApp(session, app, { ...options, env: { ...where, ...ROOMY_RATES, ...env } });
  return untilReady(Object.assign(serving, { url: `http://127.0.0.1:${port}` }), port);
}

async function untilReady(app, port) {
  const isReady = async () => {
    const { status, checks } = await getJson(`http://127.0.0.1:${port}/readyz`);
    return status === 'ready' && checks.database === 'up';
  };
  await app.until(isReady, { what: 'the database is not up' });
  return app;
}

/**
 * Starts a test runner.
 *
 * @param session
 * @param system as `startSystem` returns it
 * @param {{ request: any, token?: string, env?: object }} options `request`: one of the API that
 *   runs a test, for `call`
 */
export async function startTestRunner(session, system, { request, token, env }) {
  startApp(session, 'test-runner', { ...system, env: { ...LOOPBACK, ...env } });
  const { gateway } = system;
  const isTested = async () => (await call(gateway.url, request, token)).status === 200;
  await gateway.until(isTested, { what: 'no test run succeeds' });
}

export async function startDeletionWorker(session, system) {
  const env = { LETHE_REGULATION_ADDRESS: system.regulation.address, ...LOOPBACK };
  const app = startApp(session, 'deletion-worker', { ...system, env });
  const hears = () => app.lines.some((line) => line.includes('reading the deletions topic'));
  await app.until(hears, { what: 'it receives no notice of jobs' });
  return app;
}

/**
 * Starts PostgreSQL, Kafka and the regulation service, each in its own process.
 *
 * @param session
 * @param {{ postgres?: any, envOf?: (app: string) => object }} options `postgres`: a server that
 *   already runs; `envOf`: gets the name of an app and returns variables for it
 */
export async function startService(session, { postgres, envOf } = {}) {
  postgres ??= await startDatabase(session);
  const kafka = await startBroker(session);
  const shared = { databaseUrl: postgres.url, brokers: kafka.brokers };
  session.progress('starting the apps');
  const regulation = await startRegulation(session, { ...shared, env: envOf?.('regulation') });
  const database = await connect(session, shared.databaseUrl);
  return { ...shared, postgres, kafka, regulation, database };
}

/**
 * Starts the processes of `startService` and a gateway, and connects a client to the gateway.
 *
 * @param session
 * @param {{ [option: string]: any }} options for `startService` and the gateway
 */
export async function startSystem(session, options = {}) {
  const service = await startService(session, options);
  const { file, envOf } = options;
  const gateway = await startGateway(session, { ...service, file, env: envOf?.('gateway') });
  const client = new HttpClient(gateway.url);
  session.defer(() => client.close());
  return { ...service, gateway, client };
}

/** Opens a connection for the benchmark itself. */
export async function connect(session, databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  session.defer(() => client.end());
  return client;
}

export async function databaseBeside(session, databaseUrl, name) {
  const admin = await connect(session, databaseUrl);
  await admin.query(`create database "${name}"`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return { url: url.href, database: await connect(session, url.href) };
}
