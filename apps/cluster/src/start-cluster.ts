import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  loadOrCreateSecretKey,
  noteAddress,
  reachableUrl,
  welcome,
  type Environment,
} from '@lethe/config';
import { freePort } from '@lethe/local-services';
import { StartError, type RunningApp } from '@lethe/observability';
import { checkPort } from './check-port.js';
import { requestSignInLink } from './request-sign-in-link.js';
import { startApp } from './start-app.js';
import { StartLog } from './start-log.js';
import type { ClusterConfig } from './cluster.config.js';
import { RunningParts } from './running-parts.js';
import { openKafka, openPostgres, type Service } from './backing-services.js';
import { waitUntilReady } from './wait-until-ready.js';

/** Programs and environment of the cluster, and its output. */
export interface ClusterContext {
  readonly programs: {
    readonly regulation: string;
    readonly gateway: string;
    readonly testRunner: string;
    readonly deletionWorker: string;
  };
  /** Environment of the apps. The cluster adds the variables that connect the apps. */
  readonly environment: Environment;
  readonly print: (line: string) => void;
}

/**
 * Starts the regulation service, the gateway, the test runner and the deletion worker on one
 * machine, each in its own process. Also starts PostgreSQL and Kafka if their addresses are not
 * configured.
 *
 * @param fail called when a part ends after the start
 * @throws StartError, LocalServiceError
 */
export async function startCluster(
  config: ClusterConfig,
  { programs, environment, print }: ClusterContext,
  fail: (error: unknown) => void,
): Promise<RunningApp> {
  for (const program of Object.values(programs)) {
    if (!existsSync(program))
      throw new StartError(`${program} does not exist. Run "npm run build".`);
  }
  await checkPort(config.HOST, config.PORT);
  print('Starting PostgreSQL, Kafka and the apps.');
  const dataDir = resolve(config.LETHE_DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  // Added to the message when a part ends. An app that cannot use the database does not know the
  // folder of the database.
  const databaseNote =
    config.DATABASE_URL === undefined ? ` The database is in ${join(dataDir, 'postgres')}.` : '';
  const log = new StartLog(print);
  let hasStarted = false;
  const loss = new AbortController();
  const parts = new RunningParts((message) => {
    const error = new StartError(`${message}, so everything was stopped.${databaseNote}`);
    loss.abort(error);
    if (hasStarted) fail(error);
  });

  try {
    const [postgres, kafka] = await openServices(config, dataDir, parts);
    const regulation = `127.0.0.1:${String(await freePort())}`;
    const secretKey =
      environment.LETHE_SECRET_KEY ?? (await loadOrCreateSecretKey(join(dataDir, 'secret-key')));
    const identifierKey =
      environment.LETHE_IDENTIFIER_KEY ??
      (await loadOrCreateSecretKey(join(dataDir, 'identifier-key')));
    const port = config.PORT === 0 ? await freePort() : config.PORT;
    // Other local programs can reach the port of the regulation service, so commands need a key.
    const rpc = { LETHE_RPC_SECRET: randomBytes(32).toString('base64') };
    const start = async (
      name: keyof typeof programs,
      own: Environment,
      address = { host: '127.0.0.1', port: 0 },
    ): Promise<string> => {
      const at = { HOST: address.host, PORT: String(address.port || (await freePort())) };
      const services = { DATABASE_URL: postgres.address, KAFKA_BROKERS: kafka.address };
      const env = { LOG_LEVEL: 'warn', ...environment, ...services, ...own, ...at };
      const print = (line: string) => {
        log.add(name, line);
      };
      parts.add(await startApp({ name, program: programs[name], env, print }));
      return reachableUrl(`http://${inUrl(at.HOST)}:${at.PORT}`);
    };
    const regulationUrl = await start('regulation', {
      LETHE_REGULATION_LISTEN: regulation,
      LETHE_IDENTIFIER_KEY: identifierKey,
      ...rpc,
    });
    const runnerUrl = await start('testRunner', { LETHE_SECRET_KEY: secretKey });
    const commands = { LETHE_SECRET_KEY: secretKey, LETHE_REGULATION_ADDRESS: regulation, ...rpc };
    const workerUrl = await start('deletionWorker', commands);
    const gatewayOwn = {
      ...commands,
      LETHE_DATA_DIR: dataDir,
      LETHE_METRICS_LISTEN: environment.LETHE_METRICS_LISTEN ?? '127.0.0.1:9464',
    };
    const url = await start('gateway', gatewayOwn, { host: config.HOST, port });
    // Wait for each service, because the gateway reports that it is ready even while another
    // service is unreachable.
    for (const place of [regulationUrl, runnerUrl, workerUrl, url]) {
      await waitUntilReady(`${place}/readyz`, loss.signal);
    }
    const demoToken =
      environment.LETHE_WORKSPACE_FILE === undefined ? readDemoToken(dataDir) : undefined;
    const link = demoToken === undefined ? undefined : await requestSignInLink(url, demoToken);
    log.hasStarted();
    const note = noteAddress(dataDir, url);
    print(
      welcome({
        ...{ url, demoToken, link, dataDir: config.LETHE_DATA_DIR },
        kafka: { brokers: kafka.address, topicPrefix: environment.LETHE_TOPIC_PREFIX },
      }),
    );
    hasStarted = true;
    return {
      stop: async () => {
        note.remove();
        await parts.stop();
      },
    };
  } catch (error) {
    log.hasFailed();
    await parts.stop();
    throw loss.signal.aborted ? loss.signal.reason : error;
  }
}

/**
 * Opens PostgreSQL and Kafka at the same time. If one of them fails, the other one is still added
 * to `parts`, so that it is stopped.
 */
async function openServices(
  config: ClusterConfig,
  dataDir: string,
  parts: RunningParts,
): Promise<[postgres: Service, kafka: Service]> {
  const open = async (opening: Promise<Service>): Promise<Service> => {
    const service = await opening;
    if (service.process !== undefined) parts.add(service.process);
    return service;
  };
  const opening = [open(openPostgres(config, dataDir)), open(openKafka(config, dataDir))] as const;
  await Promise.allSettled(opening);
  return Promise.all(opening);
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Reads the token that the gateway writes when it creates the demo workspace. */
function readDemoToken(dataDir: string): string | undefined {
  const file = join(dataDir, 'demo-token');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
