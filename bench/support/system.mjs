import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startEmbeddedPostgres, startLocalKafka } from '@lethe/local-services';
import pg from 'pg';
import { AppProcess } from './app-process.mjs';
import { getJson } from './http-client.mjs';
import { refuseRamDisk } from './machine.mjs';
import { HUGE_PAGES } from './huge-pages.mjs';
import { ROOMY_RATES } from './rates.mjs';
import { SECRET_KEY, TOPIC_PREFIX, WORKSPACE_FILE } from './workspace.mjs';

const APPS = fileURLToPath(new URL('../../apps/', import.meta.url));

/** PostgreSQL as it comes: a commit returns when it is on the disk. */
export async function startDatabase(session) {
  return (await startDatabaseServer(session)).url;
}

/** PostgreSQL as a server that can be stopped; `restart()` starts it again on the same port, with its data. */
export async function startDatabaseServer(session) {
  await refuseRamDisk(session.folder);
  session.progress('starting PostgreSQL');
  const port = await freePort();
  const start = () =>
    startEmbeddedPostgres({
      dataDir: join(session.folder, `postgres-${port}`),
      ownProcessGroup: true,
      port,
    });
  let server = await start();
  session.defer(() => server.stop());
  return {
    url: server.url,
    pid: server.pid,
    stop: () => server.stop(),
    restart: async () => {
      server = await start();
    },
  };
}

/** A single-node Kafka. @returns its brokers, as `KAFKA_BROKERS` wants them */
export async function startBroker(session) {
  return (await startBrokerServer(session)).brokers;
}

async function startBrokerServer(session) {
  session.progress('starting Kafka');
  const kafka = await startLocalKafka({
    dataDir: join(session.folder, 'kafka'),
    ownProcessGroup: true,
  });
  session.defer(() => kafka.stop());
  return kafka;
}

/** The regulation service; it has migrated the database when this returns. */
export async function startRegulation(session, options) {
  const { databaseUrl, brokers, env = {}, name = 'regulation' } = options;
  const { commands = await freePort() } = options;
  const health = await freePort();
  const app = new AppProcess(session, {
    name,
    script: join(APPS, 'regulation/dist/bundle/main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: brokers,
      LETHE_REGULATION_LISTEN: `127.0.0.1:${commands}`,
      LETHE_TOPIC_PREFIX: TOPIC_PREFIX,
      PORT: String(health),
      ...env,
    },
  });
  app.address = `127.0.0.1:${commands}`;
  app.metricsUrl = `http://127.0.0.1:${health}/metrics`;
  await app.until(() => hasDatabase(health), { what: 'no database' });
  return app;
}

/** The gateway, with a workspace and the token above. */
export async function startGateway(session, options) {
  const { databaseUrl, brokers, regulation, workspaces = WORKSPACE_FILE } = options;
  const { name = 'gateway', env = {} } = options;
  const file = join(session.folder, 'workspaces.json');
  writeFileSync(file, JSON.stringify(workspaces));
  const port = await freePort();
  const metrics = `127.0.0.1:${await freePort()}`;
  const app = new AppProcess(session, {
    name,
    script: join(APPS, 'gateway/dist/bundle/main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: TOPIC_PREFIX,
      LETHE_SECRET_KEY: SECRET_KEY,
      LETHE_REGULATION_ADDRESS: regulation.address,
      LETHE_WORKSPACE_FILE: file,
      LETHE_DATA_DIR: session.folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      LETHE_METRICS_LISTEN: metrics,
      ...ROOMY_RATES,
      ...env,
    },
  });
  app.url = `http://127.0.0.1:${port}`;
  app.metricsUrl = `http://${metrics}/metrics`;
  await app.until(() => hasDatabase(port), { what: 'no database' });
  return app;
}

/** A test runner that may reach loopback. */
export async function startTestRunner(session, { databaseUrl, brokers, env = {} }) {
  const app = new AppProcess(session, {
    name: 'test-runner',
    script: join(APPS, 'test-runner/dist/bundle/main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: TOPIC_PREFIX,
      LETHE_SECRET_KEY: SECRET_KEY,
      LETHE_DELIVERY_ALLOW: '127.0.0.1',
      PORT: '0',
      ...env,
    },
  });
  await app.until(() => app.lines.some((line) => line.includes('taking test requests')), {
    what: 'no requests',
  });
  return app;
}

/** A deletion worker that may reach loopback. */
export async function startDeletionWorker(session, { databaseUrl, brokers, regulation }) {
  const app = new AppProcess(session, {
    name: 'deletion-worker',
    script: join(APPS, 'deletion-worker/dist/bundle/main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: TOPIC_PREFIX,
      LETHE_SECRET_KEY: SECRET_KEY,
      LETHE_REGULATION_ADDRESS: regulation.address,
      LETHE_DELIVERY_ALLOW: '127.0.0.1',
      PORT: '0',
    },
  });
  await app.until(() => app.lines.some((line) => line.includes('hearing of deletion jobs')), {
    what: 'no news of jobs',
  });
  return app;
}

/** The event filter; it has caught up when this returns. */
export async function startEventFilter(session, { brokers, from, to, env = {} }) {
  const port = await freePort();
  const app = new AppProcess(session, {
    name: 'event-filter',
    script: join(APPS, 'event-filter/dist/bundle/main.js'),
    env: {
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: TOPIC_PREFIX,
      LETHE_EVENTS_IN: from,
      LETHE_EVENTS_OUT: to,
      ...HUGE_PAGES,
      PORT: String(port),
      ...env,
    },
  });
  app.url = `http://127.0.0.1:${port}`;
  await app.until(async () => (await getJson(`${app.url}/readyz`)).status === 'ready', {
    what: 'not ready',
  });
  return app;
}

/** All of it in one process, with a workspace file of its own. */
export async function startStandalone(session, { databaseUrl, workspaces }) {
  const file = join(session.folder, 'standalone-workspaces.json');
  writeFileSync(file, JSON.stringify(workspaces));
  const port = await freePort();
  const app = new AppProcess(session, {
    name: 'standalone',
    script: join(APPS, 'standalone/dist/bundle/main.js'),
    env: {
      DATABASE_URL: databaseUrl,
      LETHE_SECRET_KEY: SECRET_KEY,
      LETHE_WORKSPACE_FILE: file,
      LETHE_DATA_DIR: session.folder,
      LETHE_DELIVERY_ALLOW: '127.0.0.1',
      PORT: String(port),
      ...ROOMY_RATES,
    },
  });
  app.url = `http://127.0.0.1:${port}`;
  await app.until(() => hasDatabase(port), { what: 'no database' });
  return app;
}

/**
 * Everything a request goes through, as processes of their own.
 *
 * @param options for the gateway
 */
export async function startSystem(session, options = {}) {
  const postgres = await startDatabaseServer(session);
  const kafka = await startBrokerServer(session);
  const [databaseUrl, { brokers }] = [postgres.url, kafka];
  session.progress('starting regulation and gateway');
  const regulation = await startRegulation(session, { databaseUrl, brokers });
  const gateway = await startGateway(session, { databaseUrl, brokers, regulation, ...options });
  const database = await connect(session, databaseUrl);
  return { databaseUrl, brokers, postgres, kafka, regulation, gateway, database };
}

/** A connection for the benchmark itself. */
export async function connect(session, databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  session.defer(() => client.end());
  return client;
}

async function hasDatabase(port) {
  const readiness = await getJson(`http://127.0.0.1:${port}/readyz`);
  return readiness.status === 'ready' && readiness.checks.database === 'up';
}
