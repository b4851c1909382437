import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadOrCreateSecretKey, noteAddress, type Environment } from '@lethe/config';
import { freePort } from '@lethe/local-services';
import { StartError, type RunningApp } from '@lethe/observability';
import { AppProcess } from './app-process.js';
import { checkPort } from './check-port.js';
import { signInLink } from './sign-in-link.js';
import { StartLog } from './start-log.js';
import type { ClusterConfig } from './cluster.config.js';
import { RunningParts } from './running-parts.js';
import { openKafka, openPostgres, type Service } from './services.js';
import { waitUntilReady } from './wait-until-ready.js';
import { welcome } from './welcome.js';

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
    const regulationHealth = String(await freePort());
    const runnerHealth = String(await freePort());
    const workerHealth = String(await freePort());
    const secretKey =
      environment.LETHE_SECRET_KEY ?? (await loadOrCreateSecretKey(join(dataDir, 'secret-key')));
    const identifierKey =
      environment.LETHE_IDENTIFIER_KEY ??
      (await loadOrCreateSecretKey(join(dataDir, 'identifier-key')));
    const port = String(config.PORT === 0 ? await freePort() : config.PORT);
    // Other programs of this machine reach the regulation service's port too, so commands need a key.
    const rpc = { LETHE_RPC_SECRET: randomBytes(32).toString('base64') };
    const start = async (name: keyof typeof programs, env: Environment): Promise<void> => {
      const connected = { LOG_LEVEL: 'warn', ...environment, DATABASE_URL: postgres.address };
      const options = { name, program: programs[name], env: { ...connected, ...env } };
      const toLog = (line: string) => {
        log.add(name, line);
      };
      parts.add(await AppProcess.start({ ...options, print: toLog }));
    };
    await start('regulation', {
      KAFKA_BROKERS: kafka.address,
      LETHE_REGULATION_LISTEN: regulation,
      LETHE_IDENTIFIER_KEY: identifierKey,
      ...rpc,
      HOST: '127.0.0.1',
      PORT: regulationHealth,
    });
    await start('testRunner', {
      KAFKA_BROKERS: kafka.address,
      LETHE_SECRET_KEY: secretKey,
      HOST: '127.0.0.1',
      PORT: runnerHealth,
    });
    await start('deletionWorker', {
      KAFKA_BROKERS: kafka.address,
      LETHE_SECRET_KEY: secretKey,
      LETHE_REGULATION_ADDRESS: regulation,
      ...rpc,
      HOST: '127.0.0.1',
      PORT: workerHealth,
    });
    await start('gateway', {
      KAFKA_BROKERS: kafka.address,
      LETHE_SECRET_KEY: secretKey,
      LETHE_REGULATION_ADDRESS: regulation,
      ...rpc,
      LETHE_DATA_DIR: dataDir,
      LETHE_METRICS_LISTEN: environment.LETHE_METRICS_LISTEN ?? '127.0.0.1:9464',
      HOST: config.HOST,
      PORT: port,
    });
    const url = `http://${reachable(config.HOST)}:${port}`;
    // The services too: a gateway counts as ready while the service behind it is away.
    await waitUntilReady(`http://127.0.0.1:${regulationHealth}/readyz`, loss.signal);
    await waitUntilReady(`http://127.0.0.1:${runnerHealth}/readyz`, loss.signal);
    await waitUntilReady(`http://127.0.0.1:${workerHealth}/readyz`, loss.signal);
    await waitUntilReady(`${url}/readyz`, loss.signal);
    const demoToken =
      environment.LETHE_WORKSPACE_FILE === undefined ? readDemoToken(dataDir) : undefined;
    const link = demoToken === undefined ? undefined : await signInLink(url, demoToken);
    log.hasStarted();
    const note = noteAddress(dataDir, url);
    const topicPrefix = environment.LETHE_TOPIC_PREFIX;
    print(welcome({ gateway: url, kafka: kafka.address, demoToken, link, config, topicPrefix }));
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

/** An address to connect to, for one that means all addresses. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The gateway writes the token to this file when it makes the demo workspace. */
function readDemoToken(dataDir: string): string | undefined {
  const file = join(dataDir, 'demo-token');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
