import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOG_SCHEMA } from '@lethe/catalog';
import { loadConfig } from '@lethe/config';
import { migrateSchema } from '@lethe/database';
import type { RunningApp } from '@lethe/observability';
import { REGULATION_SCHEMA } from '@lethe/regulation';
import {
  createTestDatabase,
  freePort,
  templateFor,
  waitFor,
  type TestDatabase,
} from '@lethe/testing';
import pg from 'pg';
import { standaloneConfigSchema } from '../src/standalone.config.js';
import { startStandalone } from '../src/start-standalone.js';
import { DataPlaneWorker, type WorkerJob } from './data-plane-worker.js';

/** Two workspaces for self-hosted workers, and two for data planes. */
const OWN = ['ws_own', 'ws_own2'] as const;
const PLANES = ['ws_dp', 'ws_dp2'] as const;
const tokenOf = (workspace: string, role = 'admin') => `lth_${role}_${workspace}_0123456789abcdef`;
const planeOf = (owner: string) => `lth_dp_${owner}_0123456789abcdefghij`;
const tokensOf = (id: string) =>
  ['admin', 'editor'].map((role) => ({
    ...{ name: role, email: `${role}@example.com`, token: tokenOf(id, role), role },
  }));

/** @param store the server at which `ws_pg` deletes */
const fileOf = (store: URL) => ({
  workspaces: [
    {
      ...{ id: 'ws_pg', deletionDelay: 0, tokens: tokensOf('ws_pg') },
      destinations: [
        {
          ...{ id: 'dst_pg', name: 'Store', type: 'POSTGRES' },
          config: {
            ...{ host: store.hostname, port: store.port, database: store.pathname.slice(1) },
            user: decodeURIComponent(store.username),
            password: decodeURIComponent(store.password),
            ...{ sslMode: 'disable', deletionTables: [{ table: 'people', userIdColumn: 'id' }] },
          },
        },
      ],
    },
    ...OWN.map((id) => ({
      ...{ id, deletionDelay: 0, tokens: tokensOf(id) },
      destinations: [
        { id: 'dst_crm', name: 'CRM', type: 'CUSTOM' },
        { id: 'dst_dwh', name: 'DWH', type: 'CUSTOM' },
        { id: 'dst_http', name: 'HTTP', type: 'HTTP' },
      ],
    })),
    ...PLANES.map((id) => ({
      ...{ id, deletionDelay: 0, deletions: 'data-plane', tokens: tokensOf(id) },
      dataPlanes: [{ name: 'eu-1', token: planeOf(id) }],
      sources: [{ id: 'src', name: 'Web', type: 'Javascript' }],
      destinations: [1, 2, 3, 4].map((n) => ({
        ...{ id: `dst_${n}`, name: `Hook ${n}`, type: 'WEBHOOK' },
        config: { webhookUrl: 'https://example.com', deletionUrl: 'https://example.com/delete' },
      })),
      connections: [1, 2, 3, 4].map((n) => ({ sourceId: 'src', destinationId: `dst_${n}` })),
    })),
  ],
  namespaces: [
    {
      id: 'ns',
      workspaces: ['ws_dp', 'ws_own'],
      dataPlanes: [{ name: 'm', token: planeOf('ns') }],
    },
  ],
});

let database: TestDatabase;
let app: RunningApp;
let url: string;
let folder: string;
let client: pg.Client;

beforeAll(async () => {
  const template = await templateFor('regulation', async (target) => {
    await migrateSchema(target, CATALOG_SCHEMA);
    await migrateSchema(target, REGULATION_SCHEMA);
  });
  database = await createTestDatabase({ template });
  folder = mkdtempSync(join(tmpdir(), 'lethe-workers-'));
  const file = join(folder, 'workspaces.json');
  writeFileSync(file, JSON.stringify(fileOf(new URL(database.url))));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = loadConfig(standaloneConfigSchema, {
    ...{ PORT: String(port), DATABASE_URL: database.url, LOG_LEVEL: 'fatal' },
    ...{ LETHE_DATA_DIR: folder, LETHE_WORKSPACE_FILE: file },
    LETHE_DELIVERY_ALLOW: '127.0.0.1',
  });
  app = await startStandalone(config, (error) => {
    throw error as Error;
  });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await app.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await client.query(
    'truncate regulation.deletion_jobs, regulation.deletion_job_users, regulation.deletion_verifications, regulation.deletion_lanes',
  );
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function call(path: string, body?: object, token = tokenOf('ws_own')): Promise<Answer> {
  const response = await fetch(url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as Answer['body']),
  };
}

async function order(
  workspace: string,
  destinationIds: readonly string[],
  users: readonly object[],
): Promise<string[]> {
  const request = { regulationType: 'delete', destinationIds, users };
  const { status, body } = await call('/v2/regulations', request, tokenOf(workspace));

  if (status !== 201) throw new Error(JSON.stringify(body));
  return (body as unknown as { id: string }[]).map(({ id }) => id);
}

const deletionsOf = async (workspace: string, id: string) =>
  (await call(`/v2/regulations/${id}`, undefined, tokenOf(workspace))).body;

/** Ends all leases, and the backoff of all jobs and destinations. */
async function letTimePass(): Promise<void> {
  await client.query(
    `update regulation.deletion_jobs set lease_expires_at = now() - interval '1 s' where state = 'running'`,
  );
  await waitFor(
    async () => {
      const { rows } = await client.query(
        `select 1 from regulation.deletion_jobs where state = 'running'`,
      );
      return rows.length === 0;
    },
    { message: 'the sweep to end the leases' },
  );
  await hurry();
}

async function hurry(): Promise<void> {
  await client.query(
    `update regulation.deletion_jobs set claimable_at = now() - interval '1 s' where state in ('pending', 'failed')`,
  );
  await client.query(
    `update regulation.deletion_lanes set ready_at = now() - interval '1 s', delayed_until = null`,
  );
}

describe('self-hosted workers', () => {
  interface Job {
    readonly id: string;
    readonly attempt: number;
    readonly leaseToken: string;
    readonly leaseExpiresAt: string;
    readonly users: readonly { readonly userId: string; readonly identifiers: object }[];
  }
  const claim = async (body: object = {}, token?: string): Promise<Job | undefined> => {
    const answer = await call('/v2/deletion-jobs/claim', body, token);
    expect([200, 204]).toContain(answer.status);
    return answer.body.job as Job | undefined;
  };
  const report = async (job: Job, body: object, token?: string) =>
    (
      await call(
        `/v2/deletion-jobs/${job.id}/report`,
        { leaseToken: job.leaseToken, ...body },
        token,
      )
    ).status;

  it('claim a job, renew its lease, and complete it for all users except refused users', async () => {
    expect(await claim()).toBeUndefined();
    const users = [{ userId: 'u-1', crm: { no: 7 } }, { userId: 'u-2' }];
    const [first = '', second = ''] = await order('ws_own', ['dst_crm'], users);
    expect(await claim({}, tokenOf('ws_own2'))).toBeUndefined();
    expect(await claim({ destinationIds: ['dst_dwh'] })).toBeUndefined();
    const job = (await claim({ destinationIds: ['dst_crm'], leaseSeconds: 30 }))!;
    expect(job).toMatchObject({ attempt: 0, users: [{ userId: 'u-1' }, { userId: 'u-2' }] });
    expect(job.users[0]?.identifiers).toEqual(users[0]);
    expect(await claim()).toBeUndefined();

    const { leaseToken } = job;
    const beat = await call(`/v2/deletion-jobs/${job.id}/heartbeat`, {
      leaseToken,
      leaseSeconds: 600,
    });
    expect(beat.status).toBe(200);
    expect(String(beat.body.leaseExpiresAt) > job.leaseExpiresAt).toBe(true);

    const refused = [{ userId: 'u-2', reason: 'A legal hold.' }];
    expect(await report(job, { status: 'complete', refused: [{ userId: 'x', reason: 'y' }] })).toBe(
      400,
    );
    expect(await report(job, { status: 'complete', refused })).toBe(204);
    expect(await report(job, { status: 'complete', refused })).toBe(204);
    expect(await deletionsOf('ws_own', first)).toMatchObject({ status: 'deleted' });
    expect(await deletionsOf('ws_own', second)).toMatchObject({
      ...{ status: 'deletion_failed', deletions: [{ reason: 'A legal hold.' }] },
    });
  });

  it('lose a job when its lease ends, and cannot use jobs of other workspaces', async () => {
    for (const workspace of OWN) await order(workspace, ['dst_crm'], [{ userId: 'u' }]);
    const job = (await claim())!;
    const other = tokenOf('ws_own2');
    const beat = (token?: string, leaseToken = job.leaseToken) =>
      call(`/v2/deletion-jobs/${job.id}/heartbeat`, { leaseToken }, token);
    expect((await beat(other)).status).toBe(404);
    expect(await report(job, { status: 'complete' }, other)).toBe(404);
    expect((await beat(undefined, 'no such token')).status).toBe(409);
    await letTimePass();
    expect((await beat()).status).toBe(409);
    const again = (await claim())!;
    expect(again).toMatchObject({ id: job.id, attempt: 1 });
    expect(await report(job, { status: 'complete' })).toBe(409);
    expect(await report(again, { status: 'failed', reason: 'The CRM is unreachable.' })).toBe(204);
    const summary = await call('/v2/deletion-jobs/summary');
    expect(summary.body).toMatchObject({ destinations: [{ states: { failed: { jobs: 1 } } }] });
    const jobs = await call('/v2/deletion-jobs?status=failed');
    expect(jobs.body).toMatchObject({ data: [{ attempts: 2, reason: 'The CRM is unreachable.' }] });
  });

  it('get no job of a paused destination, and get a job again after a retry', async () => {
    const [id = ''] = await order('ws_own', ['dst_crm'], [{ userId: 'u' }]);
    expect((await call('/v2/destinations/dst_crm/deletions/pause', {})).status).toBe(204);
    expect(await claim()).toBeUndefined();
    expect((await call('/v2/destinations/dst_crm/deletions/resume', {})).status).toBe(204);
    expect(await report((await claim())!, { status: 'aborted', reason: 'Gone.' })).toBe(204);
    expect(await deletionsOf('ws_own', id)).toMatchObject({ status: 'deletion_failed' });
    const retry = await call(`/v2/regulations/${id}/retry`, {});
    expect(retry).toMatchObject({ status: 200, body: { jobs: 1, users: 1 } });
    expect((await call(`/v2/regulations/${id}/retry`, {})).status).toBe(409);
    expect(await deletionsOf('ws_own', id)).toMatchObject({ status: 'deleting' });
    expect(await report((await claim())!, { status: 'complete' })).toBe(204);
    expect(await deletionsOf('ws_own', id)).toMatchObject({ status: 'deleted' });
  });

  it('need the right scope, and can claim only jobs of destinations of type CUSTOM', async () => {
    const editor = tokenOf('ws_own', 'editor');
    expect((await call('/v2/deletion-jobs/claim', {}, editor)).status).toBe(403);
    const odd = await call('/v2/deletion-jobs/claim', { claimId: 'mine' });
    expect(odd).toMatchObject({ status: 400 });
    expect(Object.keys(odd.body.details as object)).toEqual(['claimId']);
    const wrong = await call('/v2/deletion-jobs/claim', {
      destinationIds: ['dst_crm', 'dst_http', 'dst_none'],
    });
    expect(wrong).toMatchObject({ status: 400 });
    expect(Object.keys(wrong.body.details as object)).toEqual([
      'destinationIds[1]',
      'destinationIds[2]',
    ]);
  });
});

describe('the workers of data planes', () => {
  const PATH = '/dataplane/workspaces/ws_dp/regulations/workerJobs';
  const newWorker = (path = PATH, owner = 'ws_dp') =>
    new DataPlaneWorker(url, path, planeOf(owner));
  const carryOut = (status: string) => (job: WorkerJob) => {
    done.push(`${job.workspaceId}/${job.jobId}`);
    return Promise.resolve(status);
  };
  const done: string[] = [];
  beforeEach(() => {
    done.length = 0;
  });

  it('process each job once, even if two workers run, and get all attributes as strings', async () => {
    const odd = { n: 1, flag: false, nothing: null, nested: { a: [1] }, text: 'ü' };
    const all = ['dst_1', 'dst_2', 'dst_3', 'dst_4'];
    const ids = await order('ws_dp', all, [{ userId: 'u-1', ...odd }, { userId: 'u-2' }]);
    await order('ws_dp', all, [{ userId: 'u-3' }]);
    const [foreign = ''] = await order('ws_dp2', ['dst_1'], [{ userId: 'other' }]);
    const workers = [newWorker(), newWorker()];
    const jobs = (
      await Promise.all(workers.map((worker) => worker.processAll(carryOut('complete'))))
    ).flat();
    // A worker that finds all destinations busy sleeps and then requests jobs again.
    jobs.push(...(await newWorker().processAll(carryOut('complete'))));
    expect(done).toHaveLength(8);
    expect(new Set(done).size).toBe(8);
    const user = jobs.flatMap((job) => job.userAttributes).find(({ userId }) => userId === 'u-1');
    expect(user).toEqual({ userId: 'u-1', n: '1', flag: 'false', nested: '{"a":[1]}', text: 'ü' });
    for (const id of ids)
      expect(await deletionsOf('ws_dp', id)).toMatchObject({ status: 'deleted' });
    expect(await deletionsOf('ws_dp2', foreign)).toMatchObject({ status: 'deleting' });
  });

  it('lose the job to another worker if the lease ends before the report', async () => {
    const [id = ''] = await order('ws_dp', ['dst_1'], [{ userId: 'u' }]);
    const first = await newWorker().ask();
    expect(await newWorker().ask()).toBeUndefined();
    await letTimePass();
    const second = await newWorker().ask();
    expect(second).toMatchObject({ jobId: first?.jobId, failedAttempts: 1 });
    expect(await newWorker().tell(second?.jobId ?? '', { status: 'failed', reason: 'no' })).toBe(
      204,
    );
    await hurry();
    expect(await newWorker().processAll(carryOut('complete'))).toMatchObject([
      { failedAttempts: 2 },
    ]);
    // A late report does not change a final state.
    expect(await newWorker().tell(first?.jobId ?? '', { status: 'aborted', reason: 'late' })).toBe(
      204,
    );
    expect(await deletionsOf('ws_dp', id)).toMatchObject({ status: 'deleted' });
  });

  it('can report after the end of the lease if the job is not final', async () => {
    const [id = ''] = await order('ws_dp', ['dst_1'], [{ userId: 'u' }]);
    const worker = newWorker();
    const job = await worker.ask();
    await letTimePass();
    expect(await worker.tell(job?.jobId ?? '', { status: 'complete', reason: '' })).toBe(204);
    expect(await deletionsOf('ws_dp', id)).toMatchObject({ status: 'deleted' });
    expect(await worker.ask()).toBeUndefined();
  });

  it('get status 204 for any report, but only valid reports change the job', async () => {
    const [id = ''] = await order('ws_dp', ['dst_1'], [{ userId: 'u' }]);
    const worker = newWorker();
    const { jobId = '' } = (await worker.ask()) ?? {};
    const bodies: unknown[] = ['', '{', 'null', '7', '[]', '"complete"', '{}', '['.repeat(500)];
    bodies.push(
      { status: 'done' },
      { status: null },
      { status: ['complete'] },
      { status: 'running' },
    );
    for (const body of bodies) expect(await worker.tell(jobId, body)).toBe(204);
    for (const other of [
      '0',
      '-1',
      '007',
      'x',
      '9'.repeat(18),
      '9'.repeat(19),
      '9'.repeat(40),
      '%00',
    ]) {
      expect(await worker.tell(other, { status: 'complete' })).toBe(204);
    }
    // A worker of another workspace cannot change the job.
    const path = PATH.replace('ws_dp', 'ws_dp2');
    expect(await newWorker(path, 'ws_dp2').tell(jobId, { status: 'complete' })).toBe(204);
    expect(await deletionsOf('ws_dp', id)).toMatchObject({ deletions: [{ status: 'running' }] });
    const reason = `bad \u0000 \ud800 ${'x'.repeat(2_000)}`;
    expect(await worker.tell(jobId, { status: 'failed', reason, more: {} })).toBe(204);
    const { deletions } = await deletionsOf('ws_dp', id);
    expect(deletions).toMatchObject([
      { status: 'failed', reason: expect.stringMatching(/^bad +x+$/) as string },
    ]);
  });

  it('get no users of canceled regulations, and can still report a job with such users', async () => {
    const [first = '', second = ''] = await order(
      'ws_dp',
      ['dst_1'],
      [{ userId: 'u' }, { userId: 'v' }],
    );
    const cancel = async (id: string) => {
      const headers = { authorization: `Bearer ${tokenOf('ws_dp')}` };
      const response = await fetch(`${url}/v2/regulations/${id}`, { method: 'DELETE', headers });
      expect(response.status).toBe(204);
    };
    await cancel(first);
    const worker = newWorker();
    const job = await worker.ask();
    expect(job?.userAttributes).toEqual([{ userId: 'v' }]);
    await cancel(second);
    expect(await worker.tell(job?.jobId ?? '', { status: 'complete', reason: '' })).toBe(204);
    expect(await worker.ask()).toBeUndefined();
  });

  it('can use the path of a namespace with unknown parameters, and get only jobs of workspaces that leave deletion to data planes', async () => {
    const namespace = newWorker('/dataplane/namespaces/ns/regulations/workerJobs?region=EU', 'ns');
    await order('ws_own', ['dst_crm'], [{ userId: 'not theirs' }]);
    await order('ws_dp2', ['dst_1'], [{ userId: 'nor this one' }]);
    expect(await namespace.ask()).toBeUndefined();
    await order('ws_dp', ['dst_1'], [{ userId: 'u' }]);
    const headers = {
      authorization: `Basic ${Buffer.from(`${planeOf('ws_dp')}:`).toString('base64')}`,
    };
    const head = await fetch(url + PATH, { method: 'HEAD', headers });
    expect(head.status).toBe(204); // a HEAD request takes no job
    expect(await namespace.processAll(carryOut('complete'))).toMatchObject([
      { workspaceId: 'ws_dp' },
    ]);
    await expect(newWorker(PATH, 'ws_dp2').ask()).rejects.toThrow('status 404');
    await expect(newWorker(PATH, 'nobody').ask()).rejects.toThrow('status 401');
  });
});

describe('a verification over HTTP', () => {
  const token = tokenOf('ws_pg');
  const deletionOf = async (id: string) => {
    const { body } = await call(`/v2/regulations/${id}`, undefined, token);
    const [deletion] = body.deletions as {
      status: string;
      verification?: { status: string; found?: number; record?: object };
    }[];
    return deletion;
  };
  const verified = async (id: string, status: string) => {
    const answer = await call(`/v2/regulations/${id}/verify`, {}, token);
    expect(answer).toEqual({ status: 200, body: { verifications: 1, leftOut: [] } });
    await waitFor(async () => (await deletionOf(id))?.verification?.status === status);
    return (await deletionOf(id))?.verification;
  };

  it('finds a row that was put back, and not after it was removed', async () => {
    await client.query('create table people (id text)');
    await client.query(`insert into people values ('jane'), ('joe')`);
    const [id] = await order('ws_pg', ['dst_pg'], [{ userId: 'jane' }]);
    await waitFor(async () => (await deletionOf(id!))?.status === 'complete');
    expect((await deletionOf(id!))?.verification).toMatchObject({ status: 'pending' });
    await client.query(`insert into people values ('jane'), ('jane')`);
    expect(await verified(id!, 'found')).toMatchObject({
      ...{ found: 2, createdBy: 'admin' },
      record: { method: 'SELECT count(*) of rows', counts: { 'rows in public.people': 2 } },
    });
    expect((await client.query('select from people')).rowCount).toBe(3);
    await client.query(`delete from people where id = 'jane'`);
    expect(await verified(id!, 'absent')).not.toHaveProperty('found');
    const editor = await call(`/v2/regulations/${id}/verify`, {}, tokenOf('ws_pg', 'editor'));
    expect(editor.status).toBe(403);
    expect((await call(`/v2/regulations/${id}/verify`, {})).status).toBe(404);
  });
});

describe('an order for all destinations', () => {
  const shown = async (workspace: string) => {
    const [id] = await order(workspace, ['*'], [{ userId: 'u' }]);
    const { destinationIds, notDeleted } = await deletionsOf(workspace, id!);
    return { destinationIds, notDeleted };
  };
  const added = async (workspace: string, destination: object) => {
    const { status } = await call('/v2/destinations', destination, tokenOf(workspace));
    expect(status).toBe(201);
  };

  it('includes destinations of its workspace only, also one that was just created', async () => {
    const http = { destinationId: 'dst_http', reason: expect.any(String) as string };
    const before = { destinationIds: ['dst_crm', 'dst_dwh'], notDeleted: [http] };
    expect(await shown('ws_own')).toEqual(before);
    await added('ws_own', { id: 'dst_new', name: 'New', type: 'CUSTOM' });
    expect(await shown('ws_own')).toEqual({
      ...before,
      destinationIds: ['dst_crm', 'dst_dwh', 'dst_new'],
    });
    expect(await shown('ws_own2')).toEqual(before);
  });

  it('names a destination that no data plane serves', async () => {
    const config = { deletionUrl: 'https://example.com/delete' };
    await added('ws_dp2', { id: 'dst_new', name: 'New', type: 'WEBHOOK', config });
    expect(await shown('ws_dp2')).toEqual({
      destinationIds: ['dst_1', 'dst_2', 'dst_3', 'dst_4'],
      notDeleted: [
        {
          destinationId: 'dst_new',
          reason: expect.stringContaining('is connected to no source') as string,
        },
      ],
    });
  });
});
