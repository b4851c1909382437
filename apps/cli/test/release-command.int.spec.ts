import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTestDatabase } from '@lethe/testing';
import pg from 'pg';
import { runCli, type CliResult } from './cli-under-test.js';

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
const release = (...args: string[]) => lethe('deletions', 'release', ...args);

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
  // Each workspace gets two jobs on hold.
  await query(`
    with regulations as (
      insert into regulation.regulations
        (id, workspace_id, request_id, regulation_type, user_id, attributes, destination_ids, created_at, created_by)
      select gen_random_uuid(), w, gen_random_uuid(), 'delete', 'u' || n, '{"userId":"u"}', '{dst}', '2026-01-01', 't'
        from unnest('{ws_a,ws_b}'::text[]) w, generate_series(1, 2) n
      returning id, workspace_id
    ), jobs as (
      insert into regulation.deletion_jobs
        (workspace_id, request_id, destination_id, destination_type, state, held, created_at, changed_at)
      select workspace_id, id, 'dst', 'CUSTOM', 'pending', true, '2026-01-01', '2026-01-01'
        from regulations
      returning id, request_id
    )
    insert into regulation.deletion_job_users (job_id, regulation_id) select id, request_id from jobs`);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('lethe deletions release', () => {
  it('releases jobs of the given workspace, and requires --workspace or --all', async () => {
    expect(await release()).toMatchObject({ code: 2 });
    const { code, stdout } = await release('--workspace', 'ws_a');
    expect({ code, stdout }).toEqual({ code: 0, stdout: ['2 jobs released.'] });
    expect(await query('select workspace_id from regulation.deletion_jobs where held')).toEqual([
      { workspace_id: 'ws_b' },
      { workspace_id: 'ws_b' },
    ]);
    expect((await release('--all')).stdout).toEqual(['2 jobs released.']);
    const none = await release('--workspace', 'ws_a', '--destination', 'dst');
    expect(none).toMatchObject({ code: 0, stdout: ['0 jobs released.'] });
  });

  it('rejects an unknown workspace or destination', async () => {
    expect(await release('--workspace', 'nope')).toEqual({
      code: 1,
      stdout: [],
      stderr: ['There is no workspace "nope".'],
    });
    expect(await release('--workspace', 'ws_a', '--destination', 'nope')).toEqual({
      code: 1,
      stdout: [],
      stderr: ['Workspace "ws_a" has no destination "nope".'],
    });
  });
});
