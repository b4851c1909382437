import pg from 'pg';
import type { ReceivedRecord } from '@lethe/messaging';
import { describeWithKafka, waitFor } from '@lethe/testing';
import { ArchivedPostgres } from './support/archived-postgres.js';
import { readinessOf } from './support/readiness-of.js';
import { findWrongStates } from './support/states.js';
import { suppressedUsers } from './support/suppressed-users.js';
import { IDS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

/** Follows docs/backup.md for a restore and a failover, as an operator. */
describeWithKafka('a drill', () => {
  let postgres: ArchivedPostgres;
  let system: System;
  let backup: string;

  beforeAll(async () => {
    postgres = await ArchivedPostgres.start();
    system = await System.start({ databaseUrl: postgres.url });
  });
  afterAll(async () => {
    await system.stop();
    await postgres.remove();
  });

  const lethe = async (...args: string[]): Promise<string> => {
    const command = system.cli(...args);
    const { code } = await command.exited;
    if (code !== 0) throw new Error(command.output);
    return command.output;
  };
  const warnings = async (): Promise<string> =>
    JSON.stringify(await readinessOf(system.regulations[0]!));
  /** @returns id of the regulation */
  const erase = async (userId: string): Promise<string> => {
    const request = { regulationType: 'suppress_with_delete' as const, users: [{ userId }] };
    const [record] = await system.api().create({ ...request, destinationIds: [IDS.hook] });
    return record!.id;
  };
  /** Repeats work until the gateway has connections to the restored server. */
  const again = <T>(work: () => Promise<T>): Promise<T> => waitFor(work);

  it('restores a backup and the log up to a time, and recovers lost changes', async () => {
    await system.api().suppress('before the backup');
    const lifted = await system.api().suppress('lifted in the lost time');
    const withdrawn = await erase('withdrawn in the lost time');
    backup = await postgres.baseBackup();
    await system.api().suppress('between backup and target');
    await system.drained();
    const target = await postgres.now();
    const beforeTarget = [
      'before the backup',
      'between backup and target',
      'lifted in the lost time',
      'withdrawn in the lost time',
    ];

    // The restore loses these changes. Here they take seconds, in practice ten minutes.
    await system.api().suppress('suppressed in the lost time');
    const ordered = await erase('ordered in the lost time');
    await system.api().cancel(lifted);
    await system.api().cancel(withdrawn);
    await lethe('token', 'revoke', '--workspace', WORKSPACE, '--name', 'short-lived');
    await system.drained();
    await waitFor(async () => (await system.records('revocations')).length > 0);
    await postgres.archived();

    // First, a drill on a spare server. It must not write a history file to the archive, because
    // the restore of the server would follow that file.
    await postgres.rehearse(backup, target, async (url) => {
      expect(await usersOfRegulations(url)).toEqual(beforeTarget);
    });
    expect(postgres.archive.filter((name) => name.endsWith('.history'))).toEqual([]);

    await postgres.kill();

    await postgres.restore(backup, target);
    expect(await usersOfRegulations(postgres.url)).toEqual(beforeTarget);
    await waitFor(async () => (await warnings()).includes('records that the database lacks'), {
      message: () => `the relay to refuse:\n${system.output}`,
    });
    // This order is acknowledged after the restore, and gets a job id that was used before.
    const since = await again(() => erase('ordered since the restore'));

    const plan = await lethe('restored', '--plan');
    expect(plan).toContain(`${WORKSPACE} "suppressed in the lost time" at all sources`);
    expect(plan).toContain(`token "short-lived" of ${WORKSPACE}`);
    expect(plan).toContain(`${WORKSPACE} "lifted in the lost time" at all sources`);
    expect(plan).toContain('Nothing was changed.');
    expect(await lethe('restored', '--apply')).toMatch(/^Done/m);
    await waitFor(async () => !(await warnings()).includes('the database lacks'), {
      message: () => `the relay to continue:\n${system.output}`,
    });
    await system.drained();

    // Checks the result. An unnecessary suppression is better than a missing one.
    expect(await findWrongStates(system)).toEqual([]);
    expect(await suppressedUsers(system)).toEqual([
      'before the backup',
      'between backup and target',
      'lifted in the lost time',
      'ordered in the lost time',
      'ordered since the restore',
      'suppressed in the lost time',
      'withdrawn in the lost time',
    ]);
    expect(await system.api().get(ordered)).toMatchObject({ status: 'deleting' });
    expect(await jobs(system)).toEqual([
      { user_id: 'ordered in the lost time', held: true, state: 'pending' },
      { user_id: 'ordered since the restore', held: false, state: 'pending' },
      { user_id: 'withdrawn in the lost time', held: true, state: 'pending' },
    ]);
    expect(await system.api().get(since)).toMatchObject({ status: 'deleting' });
    expect(usersByJob(await system.records('deletions'))).toEqual([
      ['ordered in the lost time'],
      ['ordered since the restore'],
      ['withdrawn in the lost time'],
    ]);
    await waitFor(
      async () => (await system.api('shortLived').request('GET', '/v2/regulations')).status === 401,
      { message: 'the revoked token to be refused' },
    );
  });

  it('promotes a complete standby without stopping the relay', async () => {
    const users = await suppressedUsers(system);
    const regulation = system.regulations[0]!;
    const linesBefore = regulation.lines.length;
    await postgres.failOver(await postgres.baseBackup());
    await again(() => system.api().suppress('after the promotion'));
    await system.drained();
    expect(await suppressedUsers(system)).toEqual([...users, 'after the promotion'].sort());
    expect(await findWrongStates(system)).toEqual([]);
    expect(regulation.lines.slice(linesBefore).join('\n')).not.toContain('the database lacks');
    expect(await lethe('restored', '--plan')).not.toMatch(
      /suppressed again|created again|revoked again/,
    );
  });
});

async function usersOfRegulations(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sql = 'select user_id from regulation.regulations order by 1';
  const { rows } = await client.query<{ user_id: string }>(sql);
  await client.end();
  return rows.map(({ user_id: userId }) => userId);
}

function jobs(system: System): Promise<object[]> {
  return system.query(
    `select r.user_id, j.held, j.state from regulation.deletion_jobs j
       join regulation.deletion_job_users u on u.job_id = j.id
       join regulation.regulations r on r.id = u.regulation_id order by 1`,
  );
}

/**
 * Returns the users of each published job id. If an id was used twice, it has the users of two
 * orders.
 */
function usersByJob(records: readonly ReceivedRecord[]): string[][] {
  const users = new Map<string, Set<string>>();
  for (const { value } of records) {
    const job = JSON.parse(value?.toString() ?? '') as {
      jobId: string;
      users: { userId: string }[];
    };
    const known = users.get(job.jobId) ?? new Set();
    for (const { userId } of job.users) known.add(userId);
    users.set(job.jobId, known);
  }
  return [...users.values()].map((ofJob) => [...ofJob].sort()).sort();
}
