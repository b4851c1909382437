import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ChildService } from './child-service.js';
import { ensureDatabase } from './ensure-database.js';
import { freePort } from './free-port.js';
import { LocalServiceError } from './local-service-error.js';
import type { LocalService, ProcessGroupOptions } from './local-service.js';
import { LogTail } from './log-tail.js';
import { postgresAccount } from './postgres-account.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { POSTGRES_ENV, prepareCluster, SUPERUSER } from './postgres-cluster.js';
import { postgresSettings } from './postgres-settings.js';
import { tlsSettings, type PostgresCertificates } from './postgres-tls.js';
import { reachableBinaries, reachableFolder } from './reachable-addresses.js';
import { runs, type StopSteps } from './running-process.js';
import { claimFolder, makeFolder, readPid } from './service-folder.js';

export interface EmbeddedPostgresOptions extends ProcessGroupOptions {
  /** Folder for data, password and log. Created if missing. */
  readonly dataDir: string;
  /** Port on 127.0.0.1. Default: a free port. */
  readonly port?: number;
  /** Database in the URL. Created if missing. Default `lethe`. */
  readonly database?: string;
  /** If `false`, `stop()` deletes the content of the folder. Default `true`. */
  readonly persistent?: boolean;
  /** Paths of PEM files. If present, the server also accepts TLS connections. */
  readonly tls?: PostgresCertificates;
  /** Path of a file with the URL, for the command line. The file exists while the server runs. */
  readonly note?: string;
  /** Further server settings, for instance `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres extends LocalService {
  /** Connection string of the superuser. It contains the password, so do not log it. */
  readonly url: string;
  readonly port: number;
}

/**
 * SIGINT requests a fast shutdown, which aborts transactions and writes a checkpoint. SIGQUIT
 * requests an immediate shutdown.
 */
const STOP_STEPS: StopSteps = [
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

const START_MS = 60_000; // long, because PostgreSQL replays its write-ahead log after a crash

/**
 * Starts a real PostgreSQL as a child process that listens only on 127.0.0.1. Initializes an empty
 * data folder, and keeps existing data. First ends a server that still runs in the folder because
 * its parent process was killed.
 *
 * @throws LocalServiceError with one line for the user. Causes are a folder that is not writable or
 * in use, a port in use, data of a different major version, and missing binaries for this platform
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  makeFolder(options.dataDir);
  const folder = reachableFolder(realpathSync(options.dataDir));
  const binaries = reachableBinaries(findPostgresBinaries(), folder);
  const data = join(folder, 'data');
  await endLeftover(folder, data);

  const account = postgresAccount(data);
  const sync = options.settings?.fsync !== 'off';
  const password = await prepareCluster(folder, binaries, account, sync);
  const settings = { ...tlsSettings(data, options.tls, account), ...options.settings };

  const deadline = Date.now() + START_MS;
  for (;;) {
    const port = options.port ?? (await freePort());
    const log = new LogTail(join(folder, 'postgres.log'));
    const service = await ChildService.start({
      command: binaries.postgres,
      args: ['-D', data, ...postgresSettings(port, settings)],
      output: log.file,
      stopSteps: STOP_STEPS,
      ownProcessGroup: options.ownProcessGroup ?? false,
      env: POSTGRES_ENV,
      account,
    });
    const database = options.database ?? 'lethe';
    const url = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${String(port)}/${database}`;
    if (await ensureDatabase(url, () => !service.hasEnded && Date.now() < deadline)) {
      if (options.note !== undefined) leaveNote(options.note, url, service);
      return running(service, { url, port, folder, persistent: options.persistent ?? true });
    }
    await service.stop();
    const failure = startFailure(log, port);
    const isWorthRepeating =
      failure.isTemporary || (failure.isPortBusy && options.port === undefined);
    if (!isWorthRepeating || Date.now() > deadline) throw failure.error;
    await delay(200);
  }
}

async function endLeftover(folder: string, data: string): Promise<void> {
  const pidFile = join(data, 'postmaster.pid');
  const pid = readPid(pidFile);
  const leftover = pid === undefined ? undefined : { pid, commandLine: data, steps: STOP_STEPS };
  await claimFolder(folder, leftover);
  // PostgreSQL refuses to start if the id in this file now belongs to an unrelated process.
  if (pid !== undefined && process.platform !== 'win32' && !runs(pid, 'postgres')) {
    rmSync(pidFile, { force: true });
  }
}

function leaveNote(note: string, url: string, service: ChildService): void {
  writeFileSync(note, JSON.stringify({ url }), { mode: 0o600 });
  void service.exited.then(() => {
    rmSync(note, { force: true });
  });
}

function running(
  service: ChildService,
  facts: { url: string; port: number; folder: string; persistent: boolean },
): EmbeddedPostgres {
  return {
    url: facts.url,
    port: facts.port,
    pid: service.pid,
    exited: service.exited,
    kill: () => service.kill(),
    unref: () => {
      service.unref();
    },
    stop: async () => {
      await service.stop();
      if (facts.persistent) return;
      for (const name of ['data', 'password', 'postgres.log', 'owner.pid']) {
        rmSync(join(facts.folder, name), { recursive: true, force: true });
      }
    },
  };
}

function startFailure(
  log: LogTail,
  port: number,
): { error: LocalServiceError; isPortBusy: boolean; isTemporary: boolean } {
  const output = log.read();
  const isPortBusy = /Address already in use|could not bind/.test(output);
  // Backends of a killed server need some time to end. Until then, the shared memory of the server
  // is in use.
  const isTemporary = output.includes('pre-existing shared memory block');
  const message = isPortBusy
    ? `Port ${String(port)} is in use. Choose another port for PostgreSQL.`
    : `PostgreSQL did not start: ${log.line(/FATAL|PANIC/)} (see ${log.file})`;
  return { error: new LocalServiceError(message), isPortBusy, isTemporary };
}
