import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from '@lethe/local-services';
import { waitFor } from '@lethe/testing';

/**
 * Files that a base backup leaves out. Source: PostgreSQL docs, "Making a Base Backup Using the Low
 * Level API".
 */
const LEFT_OUT = ['postmaster.pid', 'postmaster.opts', 'pg_wal/*', 'pg_replslot/*'];

/**
 * A PostgreSQL server that archives its log, with base backups, standbys, and restores to a point
 * in time. The embedded programs lack `pg_basebackup`, so `baseBackup` does the same steps.
 */
export class ArchivedPostgres {
  private generation = 0;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private server: EmbeddedPostgres,
    private serverFolder: string,
  ) {}

  static async start(): Promise<ArchivedPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-drill-'));
    chmodSync(folder, 0o755); // if the tests run as root, PostgreSQL runs as another user
    mkdirSync(join(folder, 'archive'));
    chmodSync(join(folder, 'archive'), 0o777);
    const port = await freePort();
    const serverFolder = join(folder, 'server-0');
    const server = await launch(folder, serverFolder, port);
    return new ArchivedPostgres(folder, port, server, serverFolder);
  }

  /** URL of a superuser. All servers use the same port, one after another. */
  get url(): string {
    return this.server.url;
  }

  async query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return asking(this.url, async (client) => (await client.query<Row>(sql)).rows);
  }

  /** Copies the files of the running server. @returns the backup */
  async baseBackup(): Promise<string> {
    const backup = join(this.folder, `backup-${this.generation}-${Date.now()}.tar`);
    const label = await asking(this.url, async (client) => {
      await client.query(`select pg_backup_start('drill', fast => true)`);
      const without = LEFT_OUT.map((path) => `--exclude=./${path}`);
      const args = ['-cf', backup, '-C', join(this.serverFolder, 'data'), ...without, '.'];
      // Exit code 1 means that a file changed or disappeared while tar read it. The replay of the
      // log corrects such files.
      await promisify(execFile)('tar', args).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 1) throw error;
      });
      const { rows } = await client.query<{ labelfile: string }>('select * from pg_backup_stop()');
      return rows[0]!.labelfile;
    });
    writeFileSync(`${backup}.label`, label);
    return backup;
  }

  /**
   * Returns the server's time. It is later than commits before the call, and earlier than commits
   * after it.
   */
  async now(): Promise<string> {
    const [row] = await this.query<{ now: string }>('select clock_timestamp()::text as now');
    return row!.now;
  }

  /** Waits until the archive contains the log up to now. */
  async archived(): Promise<void> {
    const [row] = await this.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file',
    );
    const isThere = async (): Promise<boolean> => {
      const [archiver] = await this.query<{ last: string | null }>(
        'select last_archived_wal as last from pg_stat_archiver',
      );
      return (archiver?.last ?? '') >= row!.file;
    };
    await waitFor(isThere, { message: 'the log to be archived' });
  }

  async kill(): Promise<void> {
    await this.server.kill();
  }

  /** Replaces the lost server: restores the backup, and replays the log up to a time. */
  async restore(backup: string, time: string): Promise<void> {
    const folder = await this.unpack(backup, 'recovery.signal');
    await this.takeOver(folder, this.upTo(time));
  }

  private upTo(time: string): Record<string, string> {
    return {
      restore_command: `cp ${join(this.folder, 'archive')}/%f %p`,
      recovery_target_time: time,
      recovery_target_action: 'promote',
    };
  }

  /**
   * Restores the backup on a spare server beside the running server, as in a drill. The spare
   * server does not write to the archive.
   *
   * @param check gets the URL of the spare server, which is removed afterwards
   */
  async rehearse(
    backup: string,
    time: string,
    check: (url: string) => Promise<void>,
  ): Promise<void> {
    const folder = await this.unpack(backup, 'recovery.signal');
    const spare = await launch(this.folder, folder, await freePort(), {
      ...this.upTo(time),
      archive_mode: 'off',
    });
    try {
      await recovered(spare.url);
      await check(spare.url);
    } finally {
      await spare.stop();
      rmSync(folder, { recursive: true });
    }
  }

  get archive(): readonly string[] {
    return readdirSync(join(this.folder, 'archive'));
  }

  /**
   * Lets a standby follow the server until it has all changes, and then replaces the server with
   * the promoted standby.
   */
  async failOver(backup: string): Promise<void> {
    const folder = await this.unpack(backup, 'standby.signal');
    const { username, password } = new URL(this.url);
    const following = {
      primary_conninfo: `host=127.0.0.1 port=${this.port} user=${username} password=${password}`,
    };
    const copy = await launch(this.folder, folder, await freePort(), following);
    const behind = async (): Promise<boolean> => {
      const [here] = await this.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
      const { rows } = await asking(copy.url, (client) =>
        client.query<{ has: boolean }>(
          'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has',
          [here!.lsn],
        ),
      );
      return rows[0]?.has === true;
    };
    await waitFor(behind, { message: 'the standby to have everything' });
    await this.server.stop(); // cleanly: the server waits until the standby has the end of its log
    await copy.stop();
    await this.takeOver(folder, {});
  }

  async remove(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async unpack(backup: string, signal: string): Promise<string> {
    const folder = join(this.folder, `server-${(this.generation += 1)}`);
    const data = join(folder, 'data');
    mkdirSync(data, { recursive: true });
    await promisify(execFile)('tar', ['-xpf', backup, '-C', data]);
    copyFileSync(join(this.serverFolder, 'password'), join(folder, 'password'));
    const { uid, gid } = await stat(join(this.serverFolder, 'data'));
    copyFileSync(`${backup}.label`, join(data, 'backup_label'));
    writeFileSync(join(data, signal), '');
    for (const name of ['backup_label', signal]) await chown(join(data, name), uid, gid);
    return folder;
  }

  private async takeOver(folder: string, settings: Record<string, string>): Promise<void> {
    this.server = await launch(this.folder, folder, this.port, settings);
    this.serverFolder = folder;
    if ((await inRecovery(this.url)) && settings.recovery_target_action === undefined) {
      await this.query('select pg_promote()');
    }
    await recovered(this.url);
  }
}

function recovered(url: string): Promise<unknown> {
  return waitFor(async () => !(await inRecovery(url)), { message: 'the end of the recovery' });
}

function inRecovery(url: string): Promise<boolean> {
  return asking(url, async (client) => {
    const { rows } = await client.query<{ recovers: boolean }>(
      'select pg_is_in_recovery() as recovers',
    );
    return rows[0]!.recovers;
  });
}

function launch(
  folder: string,
  dataDir: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const archive = join(folder, 'archive');
  return startEmbeddedPostgres({
    dataDir,
    port,
    settings: {
      archive_mode: 'on',
      archive_timeout: '60', // as in docs/backup.md
      // A promoted standby archives files again that the server before it has archived.
      archive_command: `cmp -s %p ${archive}/%f || (test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f)`,
      ...settings,
    },
  });
}

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
