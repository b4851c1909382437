import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeWithKafka, uniquePrefix, waitFor } from '@lethe/testing';
import pg from 'pg';
import { runCli, startProcess, type CliResult } from './cli-under-test.js';
import { Restorable } from './restorable.js';

const TOKENS = {
  kept: 'lth_kept_0123456789abcdefghijkl',
  revoked: 'lth_revoked_0123456789abcdefghijkl',
  replaced: 'lth_replaced_0123456789abcdefghijkl',
  instead: 'lth_instead_0123456789abcdefghijkl',
  unknown: 'lth_unknown_0123456789abcdefghijkl',
  plane: 'lth_dp_0123456789abcdefghijkl',
};

const token = (name: string, secret: string) => {
  return { name, email: `${name}@example.com`, token: secret, role: 'viewer' };
};

function workspaces(replaced: string, sourceName: string, ...more: object[]): object {
  const config = { webhookUrl: 'https://example.com', deletionUrl: 'https://example.com/delete' };
  const hook = { id: 'dst_hook', name: 'hook', type: 'WEBHOOK', enabled: true, config };
  const tokens = [
    token('kept', TOKENS.kept),
    token('revoked', TOKENS.revoked),
    token('replaced', replaced),
    ...more,
  ];
  const sources = [{ id: 'src_web', name: sourceName, type: 'Javascript', enabled: true }];
  const dataPlanes = [{ name: 'eu-1', token: TOKENS.plane }];
  return {
    workspaces: [
      { id: 'ws_a', tokens, sources, dataPlanes, destinations: [hook] },
      { id: 'ws_b', sources, destinations: [hook] },
    ],
    namespaces: [{ id: 'ns', workspaces: ['ws_a', 'ws_b'] }],
  };
}

/** Selects the commands that wait for a lock. */
const WAITING = `select from pg_stat_activity where application_name = 'lethe-cli'
  and datname = current_database() and wait_event_type = 'Lock'`;

function suppress(userIds: string[], sourceIds?: string[]): CreateRegulationsDto {
  const users = userIds.map((userId) => ({ userId }));
  return { regulationType: 'suppress', users, ...(sourceIds === undefined ? {} : { sourceIds }) };
}

function erase(...userIds: string[]): CreateRegulationsDto {
  const users = userIds.map((userId) => ({ userId }));
  return { regulationType: 'suppress_with_delete', users, destinationIds: ['dst_hook'] };
}

describeWithKafka('a database that was restored from an old backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-restored-'));
  let lethe: Restorable;
  let backup: string;
  /** Newest published configuration time of each workspace, in milliseconds. */
  let configuredAt: Record<string, number>;
  /** Ids of regulations, by a short name such as `canceled`. */
  const ids: Record<string, string> = {};

  const command = (...args: string[]): Promise<CliResult> => runCli(args, lethe.environment);
  const done = async (...args: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await command(...args);
    expect([code, stderr]).toEqual([0, []]);
    return stdout;
  };
  const apply = (document: object): Promise<string[]> => {
    const file = join(folder, 'workspaces.json');
    writeFileSync(file, JSON.stringify(document));
    return done('workspace', 'apply', file);
  };
  /**
   * Starts `restored --apply`, and returns when the command waits for the row that `locked` locks.
   */
  const applyUntilIt = async (locked: string) => {
    const blocker = new pg.Client({ connectionString: lethe.url });
    await blocker.connect();
    await blocker.query(`begin; ${locked}`);
    const command = startProcess(['restored', '--apply'], lethe.environment);
    await waitFor(async () => (await lethe.query(WAITING)).length > 0, {
      message: () => `the command to come to its end:\n${command.output}`,
    });
    return { command, unlock: () => blocker.end() };
  };
  const counts = () =>
    lethe.query(`select (select count(*) from regulation.regulations) as regulations,
      (select count(*) from regulation.suppressions) as suppressions,
      (select count(*) from regulation.deletion_jobs) as jobs,
      (select count(*) from regulation.outbox) as outbox,
      (select id from regulation.generation) as generation,
      (select count(*) from catalog.tokens where revoked_at is not null) as revoked,
      (select last_at from catalog.configuration_clock) as clock`);

  const configurationTimes = async (): Promise<Record<string, number>> => {
    const rows = await lethe.query<{ id: string; at: Date }>(
      'select workspace_id as id, changed_at as at from catalog.configuration_changes',
    );
    return Object.fromEntries(rows.map(({ id, at }) => [id, at.getTime()]));
  };

  beforeAll(async () => {
    lethe = await Restorable.make();
    await apply(workspaces(TOKENS.replaced, 'Web'));
    await lethe.start();
    [ids.lifted = ''] = await lethe.create('ws_a', suppress(['lifted']));
    await lethe.create('ws_a', suppress(['stays']));
    [ids.withdrawn = ''] = await lethe.create('ws_b', erase('withdrawn'));
    await lethe.told();
    await lethe.stop();
    backup = await lethe.backUp();

    // The backup lacks everything that happens from here.
    await lethe.start();
    await lethe.create('ws_a', suppress(['at one source', 'stays'], ['src_web']));
    await lethe.create('ws_b', suppress(['everywhere: and 😀']));
    [ids.erased = ''] = await lethe.create('ws_b', erase('erased', 'erased too'));
    [ids.canceled = ''] = await lethe.create('ws_a', erase('canceled'));
    await lethe.cancel('ws_a', ids.canceled);
    await lethe.cancel('ws_a', ids.lifted);
    await lethe.cancel('ws_b', ids.withdrawn);
    await done('token', 'revoke', '--workspace', 'ws_a', '--name', 'revoked');
    await done('data-plane', 'revoke', '--workspace', 'ws_a', '--name', 'eu-1');
    await apply(workspaces(TOKENS.instead, 'Shop', token('unknown', TOKENS.unknown)));
    configuredAt = await configurationTimes();
    await done('token', 'revoke', '--workspace', 'ws_a', '--name', 'unknown');
    await lethe.told();
    expect(await lethe.records('revocations')).toHaveLength(4);
  });

  afterAll(async () => {
    await lethe.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes the relay stop publishing', async () => {
    await lethe.putBack(backup); // while the service runs, as in a failover
    await waitFor(() => lethe.refusal, { message: 'the relay to refuse' });
    expect(lethe.refusal).toMatch(
      /have records that the database lacks .* states, \d+ facts, 3 revocations/,
    );
    const before = await lethe.records('deletions');
    // The service acknowledges this request, although its job gets an id that was already
    // published.
    await lethe.create('ws_a', erase('ordered since'));
    const [job] = await lethe.query<{ id: string }>(
      'select max(id) as id from regulation.deletion_jobs',
    );
    expect(before.map(jobIdOf)).toContain(job?.id);
    expect(await lethe.isTokenKnown(TOKENS.revoked)).toBe(true);
    await lethe.stop();
    await lethe.start();
    await waitFor(() => lethe.refusal, { message: 'the relay to refuse after a restart, too' });
    expect(await lethe.records('deletions')).toHaveLength(before.length);
  });

  it('does not change without --apply', async () => {
    expect((await command('restored')).code).toBe(2);
    expect((await command('restored', '--plan', '--apply')).code).toBe(2);
    const before = await counts();
    const plan = (await done('restored', '--plan')).join('\n');
    expect(await counts()).toEqual(before);
    expect(plan).toContain(
      'Users suppressed again, by regulations that "lethe restored" created: 3',
    );
    expect(plan).toContain('ws_a "stays" at src_web');
    expect(plan).toContain('ws_b "everywhere: and 😀" at all sources');
    expect(plan).toMatch(
      /created again, on hold until they are released: 1\n {2}job \d+ of ws_b at dst_hook, users: 2/,
    );
    expect(plan).toMatch(
      /Deletion jobs put on hold, because they were running, or because in the lost period .*: 1\n/,
    );
    expect(plan).toContain('token "revoked" of ws_a\n  token "replaced"'.split('\n')[0]);
    expect(plan).toContain('data plane "eu-1" of ws_a');
    expect(plan).toContain('ws_a "lifted" at all sources');
    expect(plan).toContain(`ws_b ${ids.withdrawn} (suppress_with_delete)`);
    expect(plan).toContain('Nothing was changed.');
  });

  it('does not change if the command is killed', async () => {
    const before = await counts();
    const { command, unlock } = await applyUntilIt('select from regulation.generation for update');
    command.kill('SIGKILL');
    await command.exited;
    await unlock();
    await waitFor(async () => (await lethe.query(WAITING)).length === 0);
    expect(await counts()).toEqual(before);
  });

  it('is repaired while a relay runs and deletion requests arrive', async () => {
    const before = await counts();
    // The killed command has already increased the sequence, so this sets the sequence back.
    await lethe.query(`select setval('regulation.deletion_jobs_id_seq', max(id))
      from regulation.deletion_jobs`);
    const { command, unlock } = await applyUntilIt(
      `select from regulation.suppressions where user_id = 'lifted' for update`,
    );
    await lethe.create('ws_a', erase('ordered beside'));
    await unlock();
    await command.exited;
    expect(command.output).toMatch(/^Done/m);
    await waitFor(() => lethe.refusal === undefined, { message: 'the relay to go on' });
    await lethe.told();

    expect(await lethe.feed('ws_a')).toEqual([
      'at one source src_web',
      'lifted *',
      'ordered beside *',
      'ordered since *',
      'stays *',
      'stays src_web',
    ]);
    expect(await lethe.feed('ws_b')).toEqual([
      'erased *',
      'erased too *',
      'everywhere: and 😀 *',
      'withdrawn *',
    ]);
    const inFeeds = [
      ...(await lethe.feed('ws_a')).map((line) => `ws_a:${line}`),
      ...(await lethe.feed('ws_b')).map((line) => `ws_b:${line}`),
    ];
    expect(await lethe.topic()).toEqual(inFeeds.sort());

    expect(await counts()).not.toEqual(before);
    expect(
      await lethe.query(`select workspace_id, user_id, source_ids, canceled
        from regulation.regulations where created_by = 'lethe restored'
         and regulation_type = 'suppress' order by user_id`),
    ).toEqual([
      { workspace_id: 'ws_a', user_id: 'at one source', source_ids: ['src_web'], canceled: false },
      { workspace_id: 'ws_b', user_id: 'everywhere: and 😀', source_ids: null, canceled: false },
      { workspace_id: 'ws_a', user_id: 'stays', source_ids: ['src_web'], canceled: false },
    ]);
    const [erased] = await lethe.query(
      'select user_id, created_by, reason, destination_ids from regulation.regulations where id = $1',
      [ids.erased],
    );
    expect(erased).toEqual({
      user_id: 'erased',
      created_by: 'lethe restored',
      reason: 'Rebuilt after a restore of the database.',
      destination_ids: ['dst_hook'],
    });
  });

  it('has configuration times that are later than every published time', async () => {
    const times = await configurationTimes();
    for (const workspace of ['ws_a', 'ws_b']) {
      expect(times[workspace]).toBeGreaterThan(configuredAt[workspace] ?? Infinity);
    }
  });

  it('has unique job ids, and puts jobs with an unknown outcome on hold', async () => {
    const byJob = new Map<string, Set<string>>();
    for (const record of await lethe.records('deletions')) {
      const { jobId, users } = JSON.parse(record.value?.toString() ?? '') as {
        jobId: string;
        users: { userId: string }[];
      };
      byJob.set(jobId, (byJob.get(jobId) ?? new Set()).add(users.map((u) => u.userId).join()));
    }
    expect([...byJob.values()].map((users) => [...users].length)).toEqual([...byJob].map(() => 1));
    const users = [...byJob.values()].flatMap((ofJob) => [...ofJob]);
    expect(users).toEqual(expect.arrayContaining(['ordered since', 'ordered beside']));
    const jobs = await lethe.query<{ users: string; held: boolean; state: string }>(
      `select string_agg(r.user_id, ',' order by r.user_id) as users, j.held, j.state
         from regulation.deletion_jobs j join regulation.deletion_job_users u on u.job_id = j.id
         join regulation.regulations r on r.id = u.regulation_id
        group by j.id order by users`,
    );
    expect(jobs).toEqual([
      { users: 'erased,erased too', held: true, state: 'pending' },
      { users: 'ordered beside', held: false, state: 'pending' },
      { users: 'ordered since', held: false, state: 'pending' },
      { users: 'withdrawn', held: true, state: 'pending' },
    ]);
  });

  it('keeps secrets revoked, even when the workspace file declares them again', async () => {
    const works = async (name: keyof typeof TOKENS): Promise<boolean> => {
      return lethe.isTokenKnown(TOKENS[name]);
    };
    expect(await works('kept')).toBe(true);
    expect(await works('revoked')).toBe(false);
    expect(await works('replaced')).toBe(false);
    await apply(workspaces(TOKENS.instead, 'Shop', token('unknown', TOKENS.unknown)));
    expect(await works('instead')).toBe(true);
    expect(await works('unknown')).toBe(false);
    const [plane] = await lethe.query<{ revoked: boolean }>(
      `select revoked_at is not null as revoked from catalog.data_planes where name = 'eu-1'`,
    );
    expect(plane).toEqual({ revoked: true });
  });

  it('does not change in a second run or a restart', async () => {
    const state = () =>
      lethe.query(`select id, canceled, user_id from regulation.regulations order by id`);
    const before = await state();
    const again = await done('restored', '--apply');
    expect(again.join('\n')).not.toMatch(
      /suppressed again|created again|revoked again|put on hold/,
    );
    expect(await state()).toEqual(before);
    await lethe.stop();
    await lethe.start();
    await lethe.told();
    expect(lethe.refusal).toBeUndefined();
  });

  it('lets the relay continue when a revoked secret works again', async () => {
    await done('token', 'revoke', '--workspace', 'ws_a', '--name', 'kept');
    await lethe.told();
    await lethe.stop();
    await lethe.query(`alter table catalog.tokens disable trigger keep_revoked`);
    await lethe.query(`update catalog.tokens set revoked_at = null where name = 'kept'`);
    await lethe.query(`alter table catalog.tokens enable trigger keep_revoked`);
    const before = (await lethe.records('revocations')).length;
    await lethe.start();
    await waitFor(async () => (await lethe.records('revocations')).length > before, {
      message: () => `it to be told; the relay refuses because: ${lethe.refusal ?? '-'}`,
    });
    await lethe.stop();
    await lethe.start();
    await lethe.create('ws_a', suppress(['after it works again']));
    await lethe.told();
  });

  it('lets the relay continue if nothing was lost, or if Kafka is new', async () => {
    await lethe.stop();
    const copy = await lethe.backUp();
    await lethe.putBack(copy);
    await lethe.start();
    await lethe.create('ws_a', suppress(['after the promotion']));
    await lethe.told();
    expect(lethe.refusal).toBeUndefined();
    await lethe.stop();
    const prefix = uniquePrefix();
    await lethe.ensureTopics(prefix);
    await lethe.start(prefix);
    await lethe.create('ws_a', suppress(['on a new Kafka']));
    await lethe.told();
    expect(lethe.refusal).toBeUndefined();
    const keys = (await lethe.records('suppressions', prefix)).map(({ key }) => key);
    expect(keys).toContain('ws_a:on a new Kafka');
    await lethe.stop();
    await lethe.start();
    await lethe.putBack(backup);
    await waitFor(() => lethe.refusal, { message: 'the relay to refuse an older backup' });
  });
});

function jobIdOf({ value }: { value: Buffer | null }): string {
  return (JSON.parse(value?.toString() ?? '') as { jobId: string }).jobId;
}
