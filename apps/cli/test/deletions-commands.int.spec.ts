import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTestDatabase } from '@lethe/testing';
import pg from 'pg';
import { runCli, startCommand, type CliResult } from './cli-under-test.js';

const database = useTestDatabase();
let folder: string;
const FILE = JSON.stringify({
  workspaces: ['ws_a', 'ws_b'].map((id) => ({
    id,
    destinations: [{ id: 'dst', name: 'CRM', type: 'CUSTOM' }],
  })),
});

const lethe = (...args: string[]): Promise<CliResult> =>
  runCli(args, { DATABASE_URL: database.url });
const deletions = (...args: string[]) => lethe('deletions', ...args);

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-cli-'));
  const file = join(folder, 'workspaces.json');
  writeFileSync(file, FILE);
  expect(await lethe('migrate')).toMatchObject({ code: 0 });
  expect(await lethe('workspace', 'apply', file)).toMatchObject({ code: 0 });
  // Each workspace gets two jobs on hold, and one job that failed permanently.
  await query(`
    with regulations as (
      insert into regulation.regulations
        (id, workspace_id, request_id, regulation_type, user_id, attributes, destination_ids, created_at, created_by)
      select gen_random_uuid(), w, gen_random_uuid(), 'delete', 'u' || n, '{"userId":"u"}', '{dst}', '2026-01-01', 't'
        from unnest('{ws_a,ws_b}'::text[]) w, generate_series(1, 3) n
      returning id, workspace_id, user_id
    ), jobs as (
      insert into regulation.deletion_jobs
        (workspace_id, request_id, destination_id, destination_type, state, reason, held, created_at, changed_at)
      select workspace_id, id, 'dst', 'CUSTOM', case user_id when 'u3' then 'aborted' else 'pending' end,
             case user_id when 'u3' then e'went\\nwrong\\u001b[31m' end, user_id <> 'u3', '2026-01-01', '2026-01-01'
        from regulations
      returning id, request_id
    )
    insert into regulation.deletion_job_users (job_id, regulation_id) select id, request_id from jobs`);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('lethe deletions', () => {
  it('lists the jobs of one workspace, as a table and as JSON', async () => {
    const table = await deletions('list', '--workspace', 'ws_a');
    expect(table).toMatchObject({ code: 0, stderr: [] });
    expect(table.stdout).toHaveLength(4);
    expect(table.stdout[0]).toMatch(/^JOB +DESTINATION +STATE/);
    expect(table.stdout.join()).toMatch(/aborted .*went wrong\\u001b\[31m/);
    const held = await deletions('list', '--workspace', 'ws_a', '--held', '--json', '--limit', '1');
    expect(held.stdout.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { destinationId: 'dst', held: true, status: 'pending' },
    ]);
    expect(held.stderr).toEqual([
      'There are more jobs than the limit of 1. Use --limit to list more.',
    ]);
  });

  it('shows the number of jobs by destination and state', async () => {
    const { stdout } = await deletions('summary', '--workspace', 'ws_a');
    expect(stdout.slice(1)).toEqual([
      expect.stringMatching(
        /^dst +CUSTOM +pending +2 +2026-01-01 00:00Z +2 on hold, 1 needing attention$/,
      ),
      expect.stringMatching(/^ +aborted +1 +2026-01-01 00:00Z$/),
    ]);
  });

  it('releases jobs of the given workspace, and requires --workspace or --all', async () => {
    expect(await deletions('release')).toMatchObject({ code: 2 });
    const { code, stdout } = await deletions('release', '--workspace', 'ws_a');
    expect({ code, stdout }).toEqual({ code: 0, stdout: ['2 jobs released.'] });
    expect(await query('select workspace_id from regulation.deletion_jobs where held')).toEqual([
      { workspace_id: 'ws_b' },
      { workspace_id: 'ws_b' },
    ]);
    expect((await deletions('release', '--all')).stdout).toEqual(['2 jobs released.']);
  });

  it('retries permanently failed jobs, and creates no second new job if the command is repeated', async () => {
    expect((await deletions('retry', '--workspace', 'ws_a')).stdout).toEqual([
      '1 new job with 1 user.',
    ]);
    expect((await deletions('retry', '--workspace', 'ws_a')).stdout).toEqual([
      '0 new jobs with 0 users.',
    ]);
    const [row] = (await query(
      `select id from regulation.regulations where workspace_id = 'ws_b' and user_id = 'u3'`,
    )) as { id: string }[];
    const one = ['retry', '--workspace', 'ws_b', '--regulation', row?.id ?? ''];
    expect((await deletions(...one)).stdout).toEqual(['1 new job.']);
    expect(await deletions(...one)).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining('nothing to retry')],
    });
  });

  it('pauses and resumes a destination', async () => {
    const there = ['--workspace', 'ws_a', '--destination', 'dst'];
    expect(await deletions('pause', ...there)).toMatchObject({ code: 0 });
    expect((await deletions('summary', '--workspace', 'ws_a')).stdout[1]).toContain('paused since');
    expect(await deletions('resume', ...there)).toMatchObject({ code: 0 });
    expect((await deletions('summary', '--workspace', 'ws_a')).stdout[1]).not.toContain('paused');
    const nowhere = await deletions('pause', '--workspace', 'ws_a', '--destination', 'none');
    expect(nowhere).toMatchObject({ code: 1, stderr: [expect.stringContaining('"none"')] });
  });

  it('watches until no job is open, and ends with exit code 1 after Ctrl-C, or if a job failed permanently meanwhile', async () => {
    const watch = () =>
      startCommand(['deletions', 'watch', '--workspace', 'ws_a'], { DATABASE_URL: database.url });
    const end = (state: string, most: number) =>
      query(`update regulation.deletion_jobs set state = '${state}', finished_at = now() where id in (
        select id from regulation.deletion_jobs
         where workspace_id = 'ws_a' and state = 'pending' order by id limit ${most})`);
    const interrupted = watch();
    await interrupted.waitForLine(/^3 open, 1 aborted$/);
    expect(await interrupted.interrupt()).toMatchObject({
      code: 1,
      stderr: ['3 open, 1 aborted', '3 jobs still open.'],
    });
    const unlucky = watch();
    await unlucky.waitForLine(/^3 open/);
    await end('complete', 1);
    await end('aborted', 2);
    const { code, stdout, stderr } = await unlucky.ended;
    expect({ code, last: stderr.at(-1) }).toEqual({
      code: 1,
      last: '2 jobs failed permanently. "deletions list --needs-attention" shows the reasons.',
    });
    expect(stdout.join()).toMatch(/complete +1 .*aborted +3 /);
    expect(await watch().ended).toMatchObject({ code: 0, stderr: [] });
  });

  it('rejects an unknown workspace or destination', async () => {
    for (const command of ['list', 'summary', 'watch', 'retry', 'release']) {
      expect(await deletions(command, '--workspace', 'nope')).toEqual({
        code: 1,
        stdout: [],
        stderr: ['There is no workspace "nope".'],
      });
    }
    for (const command of ['list', 'watch', 'retry', 'release']) {
      const wrong = ['--workspace', 'ws_a', '--destination', 'nope'];
      expect(await deletions(command, ...wrong)).toEqual({
        code: 1,
        stdout: [],
        stderr: ['Workspace "ws_a" has no destination "nope".'],
      });
    }
  });
});
