import { join, resolve } from 'node:path';
import { ChildService } from './child-service.js';
import { freePort } from './free-port.js';
import { LocalServiceError } from './local-service-error.js';
import type { LocalService } from './local-service.js';
import { LogTail } from './log-tail.js';
import { redisProgram } from './redis-binary.js';
import { makeFolder } from './service-folder.js';

export interface LocalRedisOptions {
  /** Folder for the log and the state of a cluster. Created if missing. */
  readonly dataDir: string;
  /** Further settings of `redis.conf`, such as `{ 'cluster-enabled': 'yes' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Paths of PEM files. If present, the server accepts only TLS connections. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** A running Redis server. It stores no data on disk. */
export interface LocalRedis extends LocalService {
  /** Port on 127.0.0.1. */
  readonly port: number;
}

const START_MS = 30_000;
/** Distance to the second port of a cluster node. Redis 6 has no setting for this port. */
const CLUSTER_BUS = 10_000;
const STARTED = 'Ready to accept connections';

/**
 * Starts a Redis server as a child process that listens only on 127.0.0.1.
 *
 * @throws LocalServiceError if there is no program of a Redis server, or the server does not start
 */
export async function startLocalRedis(options: LocalRedisOptions): Promise<LocalRedis> {
  const program = await redisProgram();
  const dataDir = resolve(options.dataDir);
  makeFolder(dataDir);
  const isOfCluster = options.settings?.['cluster-enabled'] === 'yes';
  const port = await freePort(isOfCluster ? CLUSTER_BUS : 0);
  const log = new LogTail(join(dataDir, 'redis.log'));
  const service = await ChildService.start({
    command: program,
    args: toArgs({ ...base(dataDir), ...listener(port, options.tls), ...options.settings }),
    output: log.file,
    stopSteps: [
      { signal: 'SIGTERM', waitMs: 5_000 },
      { signal: 'SIGKILL', waitMs: 5_000 },
    ],
    ownProcessGroup: false,
  });
  if (!(await log.has(STARTED, service, START_MS))) {
    await service.stop();
    throw new LocalServiceError(`Redis did not start: ${log.line(/./)} (see ${log.file})`);
  }
  return Object.assign(service, { port });
}

function base(dir: string): Record<string, string> {
  return { bind: '127.0.0.1', dir, save: '', appendonly: 'no', daemonize: 'no' };
}

function listener(port: number, tls: LocalRedisOptions['tls']): Record<string, string> {
  if (tls === undefined) return { port: String(port) };
  return {
    port: '0',
    'tls-port': String(port),
    'tls-cert-file': tls.cert,
    'tls-key-file': tls.key,
    'tls-ca-cert-file': tls.ca,
    'tls-auth-clients': 'no',
  };
}

function toArgs(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}
