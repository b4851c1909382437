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
import { askForSignInLink } from './ask-for-sign-in-link.js';
import { startApp } from './start-app.js';
import { StartLog } from './start-log.js';
import type { ClusterConfig } from './cluster.config.js';
import { RunningParts } from './running-parts.js';
import { openKafka, openPostgres, type Service } from './backing-services.js';
import { waitUntilReady } from './wait-until-ready.js';

/** What the cluster is started from, and where it prints. */
export interface ClusterContext {
  /** Main file of each app. */
  readonly programs: {
    readonly regulation: string;
    readonly gateway: string;
    readonly testRunner: string;
    readonly deletionWorker: string;
  };
  /** Environment that the apps get, beside what connects them. */
  readonly environment: Environment;
  readonly print: (line: string) => void;
}

/**
 * Starts the whole system on one machine, each part a process of its own.
 * @param fail called when a part ends, once all had started
 * @throws StartError, LocalServiceError
 */
export async function startCluster(
  config: ClusterConfig,
  { programs, environment, print }: ClusterContext,
  fail: (error: unknown) => void,
): Promise<RunningApp> {
  for (const program of Object.values(programs)) {
    if (!existsSync(program)) throw new StartError(`${program} is not there: run npm run build.`);
  }
  await checkPort(config.HOST, config.PORT);
  print('Starting PostgreSQL, Kafka and the apps. This takes half a minute.');
  const dataDir = resolve(config.LETHE_DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  // An app that refuses the database knows no folder.
  const place =
    config.DATABASE_URL === undefined ? ` The database is in ${join(dataDir, 'postgres')}.` : '';
  const log = new StartLog(print);
  let hasStarted = false;
  const loss = new AbortController();
  const parts = new RunningParts((message) => {
    const error = new StartError(`${message}, so everything was stopped.${place}`);
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
    // Other programs of this machine reach the regulation service's port too, so commands need a key.
    const rpc = { LETHE_RPC_SECRET: randomBytes(32).toString('base64') };
    const start = async (
      name: keyof typeof programs,
      own: Environment,
      place = { host: '127.0.0.1', port: 0 },
    ): Promise<string> => {
      const at = { HOST: place.host, PORT: String(place.port || (await freePort())) };
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
    // The services too: a gateway counts as ready while the service behind it is away.
    for (const place of [regulationUrl, runnerUrl, workerUrl, url]) {
      await waitUntilReady(`${place}/readyz`, loss.signal);
    }
    const demoToken =
      environment.LETHE_WORKSPACE_FILE === undefined ? readDemoToken(dataDir) : undefined;
    const link = demoToken === undefined ? undefined : await askForSignInLink(url, demoToken);
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

/** Opens both at once. When one fails, the other is among the parts nevertheless, to be stopped. */
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

/** The gateway writes the token to this file when it makes the demo workspace. */
function readDemoToken(dataDir: string): string | undefined {
  const file = join(dataDir, 'demo-token');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
