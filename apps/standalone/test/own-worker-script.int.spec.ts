import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOG_SCHEMA } from '@lethe/catalog';
import { loadConfig } from '@lethe/config';
import { migrateSchema } from '@lethe/database';
import type { RunningApp } from '@lethe/observability';
import { REGULATION_SCHEMA } from '@lethe/regulation';
import {
  createTestDatabase,
  freePort,
  spawnApp,
  templateFor,
  waitFor,
  type SpawnedApp,
  type TestDatabase,
} from '@lethe/testing';
import pg from 'pg';
import { standaloneConfigSchema } from '../src/standalone.config.js';
import { startStandalone } from '../src/start-standalone.js';
import { FaultyGateway } from './faulty-gateway.js';

const SCRIPT = fileURLToPath(
  new URL('../../../docs/deletion/self-hosted-worker.py', import.meta.url),
);
const PAGE = fileURLToPath(
  new URL('../../../docs/deletion/self-hosted-workers.md', import.meta.url),
);
const TOKEN = 'lth_admin_ws_own_0123456789abcdef';
const FILE = {
  workspaces: [
    {
      ...{ id: 'ws_own', deletionDelay: 0 },
      tokens: [{ name: 'admin', email: 'admin@example.com', token: TOKEN, role: 'admin' }],
      destinations: [{ id: 'dst_crm', name: 'CRM', type: 'CUSTOM' }],
    },
  ],
};

const AS_SHIPPED = /^ {4}raise NotImplementedError\("write delete_user.*\)$/m;
const FIND_AS_SHIPPED = /^ {4}raise NotImplementedError\("write find_user.*\)$/m;
/** Deletes immediately, but fails for users whose id is in a file. */
const DELETE_USER = `
    with open(__file__ + ".kept") as kept:
        if user["userId"] in kept.read():
            raise KeyError(user["userId"])
    print("deleting the user of regulation", user["regulationId"], flush=True)`.slice(1);
/** Finds two rows of users whose id is in a file, and fails for the user "unreachable". */
const FIND_USER = `
    if user["userId"] == "unreachable":
        raise KeyError(user["userId"])
    with open(__file__ + ".kept") as kept:
        return 2 if user["userId"] in kept.read() else 0`.slice(1);

/**
 * Runs the unchanged script, but each pause is 50 times shorter. The script pauses for example 3 s
 * before a retry, and 5 s when there is no job.
 */
const WITH_SHORT_PAUSES = `
import runpy, sys, time
pause = time.sleep
time.sleep = lambda seconds: pause(seconds / 50)
runpy.run_path(sys.argv[1], run_name="__main__")`;

/** Without Python, the tests are skipped; in CI they fail. */
const hasPython = process.env.CI === 'true' || spawnSync('python3', ['--version']).status === 0;

(hasPython ? describe : describe.skip)('the worker of docs/deletion/self-hosted-worker.py', () => {
  let database: TestDatabase;
  let app: RunningApp;
  let gateway: FaultyGateway;
  let folder: string;
  let client: pg.Client;
  let worker: SpawnedApp;
  /** Path of the script with an implemented `delete_user`. */
  let script: string;
  /** Path of the script in which `find_user` is as shipped. */
  let withoutFind: string;

  beforeAll(async () => {
    const template = await templateFor('regulation', async (target) => {
      await migrateSchema(target, CATALOG_SCHEMA);
      await migrateSchema(target, REGULATION_SCHEMA);
    });
    database = await createTestDatabase({ template });
    folder = mkdtempSync(join(tmpdir(), 'lethe-own-worker-'));
    script = join(folder, 'self-hosted-worker.py');
    const shipped = readFileSync(SCRIPT, 'utf8');
    writeFileSync(
      script,
      shipped.replace(AS_SHIPPED, DELETE_USER).replace(FIND_AS_SHIPPED, FIND_USER),
    );
    withoutFind = join(folder, 'without-find.py');
    writeFileSync(withoutFind, shipped.replace(AS_SHIPPED, '    return'));
    keep('');
    const file = join(folder, 'workspaces.json');
    writeFileSync(file, JSON.stringify(FILE));
    const port = await freePort();
    const config = loadConfig(standaloneConfigSchema, {
      ...{ PORT: String(port), DATABASE_URL: database.url, LOG_LEVEL: 'fatal' },
      ...{ LETHE_DATA_DIR: folder, LETHE_WORKSPACE_FILE: file },
    });
    app = await startStandalone(config, (error) => {
      throw error as Error;
    });
    gateway = await FaultyGateway.start(`http://127.0.0.1:${String(port)}`);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await gateway.close();
    await app.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    gateway.play([]);
    worker = startWorker();
  });
  afterEach(() => worker.stop());

  /** @param userId the user for whom `delete_user` fails */
  const keep = (userId: string) => {
    writeFileSync(`${script}.kept`, userId);
  };
  const startWorker = (file = script) =>
    spawnApp({
      command: 'python3',
      args: ['-c', WITH_SHORT_PAUSES, file],
      env: { LETHE_URL: gateway.url, LETHE_TOKEN: TOKEN },
    });

  async function call(path: string, body?: object): Promise<unknown> {
    const response = await fetch(gateway.target + path, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...{ authorization: `Bearer ${TOKEN}`, accept: 'application/json' },
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    return response.json();
  }

  const order = async (...userIds: string[]): Promise<string[]> => {
    const users = userIds.map((userId) => ({ userId }));
    const made = await call('/v2/regulations', {
      ...{ regulationType: 'delete', destinationIds: ['dst_crm'], users },
    });
    return (made as { id: string }[]).map(({ id }) => id);
  };
  const deletionOf = async (id: string) => {
    const { status, deletions } = (await call(`/v2/regulations/${id}`)) as {
      readonly status: string;
      readonly deletions: readonly { readonly attempts: number; readonly reason?: string }[];
    };
    return { status, attempts: deletions[0]?.attempts, reason: deletions[0]?.reason };
  };
  const ended = async (id: string, end: Partial<Awaited<ReturnType<typeof deletionOf>>>) => {
    const isSo = async () => {
      const now = await deletionOf(id);
      return Object.entries(end).every(([name, value]) => now[name as keyof typeof now] === value);
    };
    await waitFor(isSo, { message: () => `the end; the worker wrote:\n${worker.output}` });
  };
  const deleted = async (id: string) => {
    await waitFor(async () => (await deletionOf(id)).status === 'deleted', {
      message: () => `the deletion; the worker wrote:\n${worker.output}`,
    });
    const { status, attempts } = await deletionOf(id);
    return { status, attempts };
  };
  /** Sets three failed attempts, and ends the backoff. */
  const letItTryForTheLastTime = async () => {
    await client.query(
      `update regulation.deletion_jobs set attempt = 3, claimable_at = now() - interval '1 s' where state = 'failed'`,
    );
    await client.query(
      `update regulation.deletion_lanes set ready_at = now() - interval '1 s', delayed_until = null`,
    );
  };
  /** Ends the lease, and the backoff that follows. */
  const letTimePass = async () => {
    await client.query(
      `update regulation.deletion_jobs set lease_expires_at = now() - interval '1 s' where state = 'running'`,
    );
    await waitFor(
      async () => {
        const { rowCount } = await client.query(
          `update regulation.deletion_jobs set claimable_at = now() - interval '1 s' where state = 'failed'`,
        );
        return rowCount === 1;
      },
      { message: 'the sweep to end the lease' },
    );
    await client.query(
      `update regulation.deletion_lanes set ready_at = now() - interval '1 s', delayed_until = null`,
    );
  };

  it('is the script in the documentation', () => {
    expect(readFileSync(PAGE, 'utf8')).toContain(readFileSync(SCRIPT, 'utf8'));
  });

  it('deletes no user until `delete_user` is implemented', async () => {
    await worker.stop();
    worker = startWorker(SCRIPT);
    const [id = ''] = await order('anna');
    await ended(id, { status: 'deleting', attempts: 1, reason: 'NotImplementedError' });
    await letItTryForTheLastTime();
    await ended(id, { status: 'deletion_failed', reason: 'NotImplementedError' });
  });

  it('deletes the other users when the deletion of one user fails', async () => {
    keep('ben');
    const [anna = '', ben = '', carl = ''] = await order('anna', 'ben', 'carl');
    await ended(ben, { status: 'deleting', attempts: 1, reason: 'KeyError' });
    expect(worker.output).toContain(`regulation ${anna}`);
    expect(worker.output).toContain(`regulation ${carl}`);
    await letItTryForTheLastTime();
    await ended(ben, { status: 'deletion_failed', reason: 'KeyError' });
    await deleted(anna);
    await deleted(carl);
    keep('');
  });

  it('deletes the users of a job and reports it', async () => {
    const [first = '', second = ''] = await order('anna', 'ben');
    expect(await deleted(first)).toEqual({ status: 'deleted', attempts: 0 });
    await deleted(second);
    expect(worker.output).toContain(`regulation ${first}`);
    expect(worker.output).toContain(`regulation ${second}`);
  });

  it('answers verifications by `find_user`, and leaves users in doubt whom it cannot check', async () => {
    const verified = async (id: string) => {
      const verification = async () => {
        const { deletions } = (await call(`/v2/regulations/${id}`)) as {
          readonly deletions: readonly { readonly verification: Record<string, unknown> }[];
        };
        return deletions[0]!.verification;
      };
      const { checkedAt } = await verification();
      await call(`/v2/regulations/${id}/verify`, {});
      const isAnswered = async () => {
        const now = await verification();
        return now.status === 'failed' || now.checkedAt !== checkedAt;
      };
      await waitFor(isAnswered, {
        message: () => `the answer; the worker wrote:\n${worker.output}`,
      });
      return verification();
    };
    const [anna = '', ben = '', unreachable = ''] = await order('anna', 'ben', 'unreachable');
    for (const id of [anna, ben, unreachable]) await deleted(id);
    expect(await verified(anna)).toMatchObject({ status: 'failed', reason: 'KeyError' });
    const [carl = '', dora = ''] = await order('carl', 'dora');
    await Promise.all([carl, dora].map(deleted));
    keep('dora');
    expect(await verified(dora)).toMatchObject({ status: 'found', found: 2 });
    keep('');
    expect(await verified(carl)).toMatchObject({ status: 'absent' });
    await worker.stop();
    worker = startWorker(withoutFind);
    expect(await verified(carl)).toMatchObject({
      ...{ status: 'cannot_be_checked', reason: 'NotImplementedError' },
    });
  });

  it('gets the same job again after a lost response to its claim', async () => {
    gateway.play([{ path: /claim$/, then: 'lose' }]);
    const [id = ''] = await order('anna');
    expect(await deleted(id)).toEqual({ status: 'deleted', attempts: 0 });
    expect(gateway.left).toBe(0);
  });

  it('retries claims and reports after unexpected responses', async () => {
    gateway.play([
      { path: /claim$/, then: { status: 200, body: '<html>' } },
      { path: /claim$/, then: { status: 503, body: '{}' } },
      { path: /claim$/, then: 'reset' },
      { path: /report$/, then: 'reset' },
      { path: /report$/, then: { status: 429, body: '{}' } },
      { path: /report$/, then: { status: 502, body: 'Bad gateway' } },
      { path: /report$/, then: 'lose' },
    ]);
    const [id = ''] = await order('anna');
    expect(await deleted(id)).toEqual({ status: 'deleted', attempts: 0 });
    await waitFor(() => gateway.left === 0, { message: 'all odd answers' });
    const [other = ''] = await order('ben');
    expect(await deleted(other)).toEqual({ status: 'deleted', attempts: 0 });
  });

  it('processes its job again after a restart, when the old lease has ended', async () => {
    gateway.play([{ path: /report$/, then: 'hold' }]);
    const [id = ''] = await order('anna');
    await waitFor(() => gateway.isHolding, { message: 'the report' });
    worker.kill('SIGKILL');
    await worker.exited;
    gateway.drop();
    await letTimePass();
    worker = startWorker();
    expect(await deleted(id)).toEqual({ status: 'deleted', attempts: 1 });
  });

  it('continues with the next job after it lost its lease', async () => {
    gateway.play([{ path: /report$/, then: 'hold' }]);
    const [id = ''] = await order('anna');
    await waitFor(() => gateway.isHolding, { message: 'the report' });
    await letTimePass();
    gateway.release();
    await worker.waitForLine(/trying again: HTTP Error 409/);
    expect(await deleted(id)).toEqual({ status: 'deleted', attempts: 1 });
  });
});
