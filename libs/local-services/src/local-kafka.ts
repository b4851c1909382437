import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ChildService } from './child-service.js';
import { freePort } from './free-port.js';
import {
  KAFKA_STARTED,
  kafkaProperties,
  LOG4J_CONFIG,
  type ProxiedListener,
  type SecureListener,
} from './kafka-config.js';
import { classArchiveOf, kafkaJars } from './kafka-jars.js';
import { LocalServiceError } from './local-service-error.js';
import type { LocalService, ProcessGroupOptions } from './local-service.js';
import { LogTail } from './log-tail.js';
import type { StopSteps } from './running-process.js';
import { claimFolder, makeFolder, readPid } from './service-folder.js';

export interface LocalKafkaOptions extends ProcessGroupOptions {
  /** Folder for data, configuration and log. Created if missing. */
  readonly dataDir: string;
  /** Port of the listener for clients. Default: a free port. */
  readonly port?: number;
  /** Listener that replaces the plain-text listener for clients. */
  readonly secure?: SecureListener;
  readonly proxied?: readonly ProxiedListener[];
  /** Settings of the broker. They override the settings of `kafkaProperties`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Further options of `java`. */
  readonly javaOptions?: readonly string[];
  /** Folder of the jars of Kafka. Default: `.cache/kafka-<version>` in the npm workspace. */
  readonly cacheDir?: string;
  /**
   * Path for an archive of loaded classes, which Java writes when Kafka stops cleanly. See
   * `archiveKafkaClasses`.
   */
  readonly archiveTo?: string;
}

export interface LocalKafka extends LocalService {
  /** `<address>:<port>` of the listener for clients, as `KAFKA_BROKERS` expects it. */
  readonly brokers: string;
  readonly port: number;
  /**
   * Address of the internal plain-text listener. This listener exists only with the option
   * `secure`.
   */
  readonly internalBrokers: string;
}

const STOP_STEPS: StopSteps = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/**
 * Limit of a start in milliseconds. After a kill, a start took 13 s on an idle machine, and more
 * than 60 s beside programs that used all CPUs.
 */
const START_MS = 180_000;

/**
 * Starts a single-node Apache Kafka (KRaft) as a child process. It listens only on 127.0.0.1, except
 * for a secure listener with its own address. Keeps existing data in the folder. After `stop()`, a new start takes 3 s. After `kill()`, a new
 * start takes 13 s, because the controller waits until the session of the killed broker expires.
 *
 * @throws LocalServiceError with one line for the user. Causes are a missing Java or Maven, a
 * folder that is not writable or in use, and a port in use
 */
export async function startLocalKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  const jars = await kafkaJars(options.cacheDir);
  makeFolder(options.dataDir);
  const folder = realpathSync(options.dataDir);
  const properties = join(folder, 'server.properties');
  const pidFile = join(folder, 'kafka.pid');
  const pid = readPid(pidFile);
  const leftover =
    pid === undefined ? undefined : { pid, commandLine: properties, steps: STOP_STEPS };
  await claimFolder(folder, leftover);
  writeFileSync(join(folder, 'log4j2.xml'), LOG4J_CONFIG);

  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const ports = { client: port, controller: await freePort(), internal: await freePort() };
    const { secure, proxied, settings } = options;
    const further = { secure, proxied, settings };
    writeFileSync(properties, kafkaProperties(join(folder, 'data'), ports, further));
    const java = javaArgs(folder, jars, options.javaOptions);
    await format(folder, [...java, ...classes(jars)], properties, secure?.scramUsers);
    const log = new LogTail(join(folder, 'kafka.log'));
    const service = await ChildService.start({
      command: 'java',
      args: ['-Xmx384m', ...java, ...classes(jars, options.archiveTo), 'kafka.Kafka', properties],
      output: log.file,
      stopSteps: STOP_STEPS,
      ownProcessGroup: options.ownProcessGroup ?? false,
    });
    writeFileSync(pidFile, String(service.pid));
    if (await log.has(KAFKA_STARTED, service, START_MS)) {
      const brokers = `${secure?.host ?? '127.0.0.1'}:${String(port)}`;
      return {
        brokers,
        port,
        internalBrokers: `127.0.0.1:${String(ports.internal)}`,
        pid: service.pid,
        exited: service.exited,
        stop: () => service.stop(),
        kill: () => service.kill(),
        unref: () => {
          service.unref();
        },
      };
    }
    await service.stop();
    const busy = new RegExp(`failed to bind to 127\\.0\\.0\\.1:(\\d+)`).exec(log.read())?.[1];
    if (busy === undefined || attempt === 3) {
      throw new LocalServiceError(
        `Kafka did not start: ${log.line(/ERROR|FATAL/)} (see ${log.file})`,
      );
    }
    if (busy === String(options.port)) {
      throw new LocalServiceError(`Port ${busy} is in use. Choose another port for Kafka.`);
    }
  }
}

function javaArgs(folder: string, jars: string, further: readonly string[] = []): string[] {
  const log4j = pathToFileURL(join(folder, 'log4j2.xml')).href;
  return [...further, '-cp', join(jars, '*'), `-Dlog4j2.configurationFile=${log4j}`];
}

/**
 * Returns options of Java for the archive of loaded classes. Java ignores an archive of a different
 * build. If the archive is missing, the option is omitted. With the option and without the file,
 * Java would not even use its default archive.
 */
function classes(jars: string, archiveTo?: string): string[] {
  if (archiveTo !== undefined) return [`-XX:ArchiveClassesAtExit=${archiveTo}`];
  const archive = classArchiveOf(jars);
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

/** Prepares the data folder with a cluster id, which Kafka requires before the first start. */
async function format(
  folder: string,
  java: readonly string[],
  properties: string,
  scramUsers: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (existsSync(join(folder, 'data', 'meta.properties'))) return;
  // The id has the format of a cluster id of Kafka. It begins with a letter, because the command
  // line would read a dash as the start of an option.
  const id = `L${randomBytes(16).toString('base64url').slice(1)}`;
  const users = Object.entries(scramUsers).flatMap(([name, password]) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${name},password=${password}]`,
  ]);
  const command = ['kafka.tools.StorageTool', 'format', '-t', id, '-c', properties, ...users];
  try {
    await promisify(execFile)('java', [...java, ...command]);
  } catch (error) {
    throw new LocalServiceError(`Kafka could not prepare ${folder}: ${lastLine(error)}`, {
      cause: error,
    });
  }
}

function lastLine(error: unknown): string {
  const { stderr = '' } = error as { stderr?: string };
  return stderr.trim().split('\n').at(-1) ?? '';
}
