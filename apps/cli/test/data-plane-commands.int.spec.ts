import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CATALOG_SCHEMA } from '@lethe/catalog';
import { migrateSchema } from '@lethe/database';
import { useTestDatabase } from '@lethe/testing';
import pg from 'pg';
import { runCli, type CliResult } from './cli-under-test.js';

const database = useTestDatabase({
  template: {
    name: 'catalog',
    migrate: async (url) => {
      await migrateSchema(url, CATALOG_SCHEMA);
    },
  },
});

const SECRET = 'lth_dp_0123456789abcdefghijkl';
const FILE = {
  workspaces: [{ id: 'ws', dataPlanes: [{ name: 'eu-1', token: SECRET }] }, { id: 'ws_2' }],
  namespaces: [
    {
      id: 'ns',
      name: 'Free',
      workspaces: ['ws_2', 'ws'],
      dataPlanes: [{ name: 'multi-1', token: 'lth_ns_0123456789abcdefghijkl' }],
    },
    { id: 'ns_empty' },
  ],
};

let folder: string;

const lethe = (...args: string[]): Promise<CliResult> =>
  runCli(args, { DATABASE_URL: database.url });

function apply(file: object): Promise<CliResult> {
  const path = join(folder, 'workspaces.json');
  writeFileSync(path, JSON.stringify(file));
  return lethe('workspace', 'apply', path);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-cli-'));
  expect((await apply(FILE)).code).toBe(0);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the commands for data planes', () => {
  it('show the data planes of a workspace file', async () => {
    const { stdout } = await lethe('data-plane', 'list');
    expect(stdout).toEqual([
      'OWNER           NAME     STATE   CREATED',
      expect.stringMatching(/^workspace "ws" {2}eu-1 {5}active {2}20/),
      expect.stringMatching(/^namespace "ns" {2}multi-1 {2}active {2}20/),
    ]);
    expect((await lethe('namespace', 'list')).stdout).toEqual([
      'ID        NAME      WORKSPACES',
      'ns        Free      ws ws_2',
      'ns_empty  ns_empty  -',
    ]);
  });

  it.each([
    ['--workspace', 'ws', 'workspace "ws"'],
    ['--namespace', 'ns', 'namespace "ns"'],
  ])(
    'create a data plane, show its secret once, list the data plane and revoke it with %s',
    async (option, id, owner) => {
      const about = [option, id, '--name', 'new'];
      const created = await lethe('data-plane', 'create', ...about);
      expect(created).toEqual({
        code: 0,
        stdout: [expect.stringMatching(/^lth_dp_[\w-]{32}\.[\w-]{6}$/)],
        stderr: [`Secret of data plane "new" of ${owner}. Store it now: it is not shown again.`],
      });
      const listed = await lethe('data-plane', 'list', option, id);
      expect(listed.stdout.join('\n')).toMatch(new RegExp(`${owner} +new +active`));
      expect(listed.stdout.join('\n')).not.toContain(created.stdout[0]);
      expect(listed.stdout).toHaveLength(3);
      const revoked = await lethe('data-plane', 'revoke', ...about);
      expect(revoked.stdout).toEqual([
        expect.stringMatching(/^Data plane "new" was revoked at 20/),
      ]);
      expect(await lethe('data-plane', 'revoke', ...about)).toEqual(revoked);
      expect((await lethe('data-plane', 'list', option, id)).stdout.join('\n')).toMatch(
        new RegExp(`${owner} +new +revoked`),
      );
    },
  );

  it('keep a data plane revoked when a file declares it again', async () => {
    await lethe('data-plane', 'revoke', '--workspace', 'ws', '--name', 'eu-1');
    expect((await apply(FILE)).code).toBe(0);
    const { stdout } = await lethe('data-plane', 'list', '--workspace', 'ws');
    expect(stdout.join('\n')).toMatch(/eu-1 +revoked/);
  });

  it('explain each failure in one line', async () => {
    const attempts = [
      [['create', '--workspace', 'ws', '--name', 'eu-1'], 'Choose another name'],
      [['create', '--workspace', 'nope', '--name', 'x'], 'no workspace "nope"'],
      [['create', '--namespace', 'nope', '--name', 'x'], 'no namespace "nope"'],
      [['create', '--workspace', 'ws', '--name', ' '], 'name must not be empty'],
      [['revoke', '--workspace', 'ws_2', '--name', 'eu-1'], 'no data plane named "eu-1"'],
      [['revoke', '--namespace', 'nope', '--name', 'eu-1'], 'no namespace "nope"'],
      [['list', '--workspace', 'nope'], 'no workspace "nope"'],
    ] as const;
    const results = await Promise.all(attempts.map(([args]) => lethe('data-plane', ...args)));
    expect(results).toEqual(
      attempts.map(([, line]) => ({
        code: 1,
        stdout: [],
        stderr: [expect.stringContaining(line) as string],
      })),
    );
  });

  it('require exactly one owner', async () => {
    const none = await lethe('data-plane', 'create', '--name', 'x');
    expect([none.code, none.stderr[0]]).toEqual([
      2,
      "error: either '--workspace' or '--namespace' is needed",
    ]);
    const both = ['--workspace', 'ws', '--namespace', 'ns', '--name', 'x'];
    expect((await lethe('data-plane', 'create', ...both)).code).toBe(2);
  });
});

describe('lethe namespace shared', () => {
  const shared = async (): Promise<string[]> => (await lethe('namespace', 'shared')).stdout;
  const about = (id: string, own: string) => ({
    id,
    sources: ['src', own].map((source) => ({ id: source, name: 'S', type: 'HTTP' })),
    destinations: [{ id: 'dst', name: 'D', type: 'WEBHOOK' }],
    transformations: [{ id: 'tr', name: 'T', code: 'export const transformEvent = (e) => e;' }],
    libraries: [{ id: 'lib', name: 'pii', code: 'export const hide = 1;' }],
  });
  const ids = [
    'ns         transformation  tr   ws ws_2',
    'ns         source          src  ws ws_2',
    'ns         library         lib  ws ws_2',
    'ns         destination     dst  ws ws_2',
  ];

  it('lists shared ids with their workspaces', async () => {
    expect(await shared()).toEqual(['No workspaces of a namespace share a write key or an id.']);
    // Workspace `ws_3` is not in the namespace, so it is not shown.
    const workspaces = [about('ws', 'src_1'), about('ws_2', 'src_2'), about('ws_3', 'src_1')];
    expect(await apply({ workspaces })).toMatchObject({ code: 0 });
    expect(await shared()).toEqual(['NAMESPACE  WHAT            ID   OWNERS', ...ids]);
  });

  it('lists sources that got the same write key from an earlier version of Lethe, but does not show the key', async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query(
        `update catalog.sources set write_key = 'wk_of_two', created_at = to_timestamp(ascii(right(id, 1)))
         where (workspace_id, id) in (('ws', 'src_1'), ('ws_2', 'src_2'))`,
      );
    } finally {
      await client.end();
    }
    expect(await shared()).toEqual([
      'NAMESPACE  WHAT            ID   OWNERS',
      'ns         write key       -    ws/src_1 (left out: ws_2/src_2)',
      ...ids,
    ]);
  });
});

describe('a workspace file', () => {
  const user = { name: 'u', email: 'u@example.com', role: 'viewer' };

  it('rejects a text that is the secret of both a data plane and a token', async () => {
    const inFile = await apply({
      workspaces: [
        {
          id: 'ws',
          tokens: [{ ...user, token: 'lth_same_0123456789abcdefghijkl' }],
          dataPlanes: [{ name: 'x', token: 'lth_same_0123456789abcdefghijkl' }],
        },
      ],
    });
    expect(inFile.code).toBe(1);
    expect(inFile.stderr.join('\n')).toContain(
      'workspaces[0].dataPlanes[0].token: is already the secret of workspaces[0].tokens[0]',
    );
    const before = await apply({
      workspaces: [{ id: 'ws_2', tokens: [{ ...user, token: SECRET }] }],
    });
    expect(before.code).toBe(1);
    expect(before.stderr.join('\n')).toContain(
      'is already the secret of data plane "eu-1" of workspace "ws"',
    );
    expect(before.stderr.join('\n')).not.toContain(SECRET);
  });
});
