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
  /** Folder for data, configuration and log. Made when it is not there. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; a free one when absent. */
  readonly port?: number;
  /** Instead of a listener in plain text for everybody. */
  readonly secure?: SecureListener;
  /** Further listeners, each behind a proxy. */
  readonly proxied?: readonly ProxiedListener[];
  /** Settings of the broker that win over ours. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Further options of `java`. */
  readonly javaOptions?: readonly string[];
  /** Where Kafka's jars are kept; `.cache/kafka-<version>` of the workspace when absent. */
  readonly cacheDir?: string;
  /** File in which it leaves the classes that it had loaded, at the end of a good stop; see `archiveKafkaClasses`. */
  readonly archiveTo?: string;
}

/** A running single-node Kafka. */
export interface LocalKafka extends LocalService {
  /** `127.0.0.1:<port>`, as `KAFKA_BROKERS` wants it. */
  readonly brokers: string;
  readonly port: number;
  /** Address of the listener in plain text that is there beside a secure one. */
  readonly internalBrokers: string;
}

const STOP_STEPS: StopSteps = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

const START_MS = 60_000;

/**
 * Starts a single-node Apache Kafka (KRaft) as a child process, listening on 127.0.0.1 only. What
 * is in the folder survives, so a broker that was stopped can be started again with its topics: in
 * 3 s, after `kill()` in 13 s, since the controller first waits for the dead broker's session to end.
 * @throws LocalServiceError with one line for the user: Java or Maven missing, folder not writable
 *   or in use, port busy
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
      const brokers = `127.0.0.1:${String(port)}`;
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
      throw new LocalServiceError(`Port ${busy} is in use: choose another one for Kafka.`);
    }
  }
}

function javaArgs(folder: string, jars: string, further: readonly string[] = []): string[] {
  const log4j = pathToFileURL(join(folder, 'log4j2.xml')).href;
  return [...further, '-cp', join(jars, '*'), `-Dlog4j2.configurationFile=${log4j}`];
}

/** One of another Java is passed over, but one that is named and not there takes the place of Java's own. */
function classes(jars: string, archiveTo?: string): string[] {
  if (archiveTo !== undefined) return [`-XX:ArchiveClassesAtExit=${archiveTo}`];
  const archive = classArchiveOf(jars);
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`] : [];
}

/** Kafka wants its folder prepared once, with an id for the cluster. */
async function format(
  folder: string,
  java: readonly string[],
  properties: string,
  scramUsers: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (existsSync(join(folder, 'data', 'meta.properties'))) return;
  // As Kafka's own ids, without a dash in front, which its command line takes for an option.
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
