import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, useTestDatabase } from '@lethe/testing';
import { runCli, runProcess, startCommand, type CliResult } from './cli-under-test.js';
import { relay } from './relay.js';

const database = useTestDatabase();
let folder: string;

const environment = () => ({ DATABASE_URL: database.url, SOURCE_NAME: 'Website' });
const lethe = (...args: string[]): Promise<CliResult> => runCli(args, environment());

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-cli-'));
  writeFileSync(
    join(folder, 'workspaces.yaml'),
    '{ workspaces: [{ id: ws, sources: [{ id: src, name: "${SOURCE_NAME}", type: Javascript }] }] }',
  );
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the command line, used for the first time', () => {
  it('says how to migrate if the database is empty', async () => {
    const { code, stderr } = await runProcess(
      ['token', 'list', '--workspace', 'ws'],
      environment(),
    );
    expect(code).toBe(1);
    expect(stderr).toEqual([expect.stringContaining('npm run lethe -- migrate')]);
  });

  it('migrates both schemas, and does nothing the second time', async () => {
    const first = await runProcess(['migrate'], environment());
    expect(first).toMatchObject({ code: 0, stderr: [] });
    expect(first.stdout).toEqual([
      expect.stringMatching(/^catalog: ran baseline-0*14(, [a-z-]+-\d+)*$/),
      expect.stringMatching(/^regulation: ran baseline-0*27(, [a-z-]+-\d+)*$/),
    ]);
    expect((await lethe('migrate')).stdout).toEqual([
      'catalog: up to date',
      'regulation: up to date',
    ]);
  });

  it('applies a workspace file, and changes nothing when the file is applied again', async () => {
    const file = join(folder, 'workspaces.yaml');
    expect(await lethe('workspace', 'apply', file)).toEqual({
      code: 0,
      stdout: ['workspaces  1 created', 'sources     1 created'],
      stderr: [],
    });
    expect((await lethe('workspace', 'apply', file)).stdout).toEqual([
      'workspaces  1 unchanged',
      'sources     1 unchanged',
    ]);
  });

  it('resolves the file in the folder where npm was started', async () => {
    const env = { ...environment(), INIT_CWD: folder, npm_package_name: 'lethe' };
    expect((await runCli(['workspace', 'apply', 'workspaces.yaml'], env)).code).toBe(0);
  });

  it('lists all mistakes of a file', async () => {
    const file = join(folder, 'bad.yaml');
    writeFileSync(file, '{ workspaces: [{ id: "?", colour: red }] }');
    const { code, stderr } = await lethe('workspace', 'apply', file);
    expect(code).toBe(1);
    expect(stderr.join('\n')).toMatch(
      /workspaces\[0\]: unknown key "colour"\n.*workspaces\[0\]\.id/,
    );
    expect(await lethe('workspace', 'apply', join(folder, 'nowhere.yaml'))).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining('nowhere.yaml cannot be read (ENOENT)')],
    });
  });

  it('reads destination types from the definitions file', async () => {
    const file = join(folder, 'acme.yaml');
    const definitions = join(folder, 'definitions.yaml');
    writeFileSync(
      file,
      '{ workspaces: [{ id: ws, destinations: [{ id: dst, name: Acme, type: ACME, config: {} }] }] }',
    );
    writeFileSync(
      definitions,
      '[{ name: ACME, displayName: Acme, config: { destConfig: { defaultConfig: [region] }, secretKeys: [] } }]',
    );
    expect(await lethe('workspace', 'apply', file)).toMatchObject({
      code: 1,
      stderr: expect.arrayContaining([
        expect.stringContaining('there is no destination type "ACME"'),
      ]) as unknown,
    });
    const env = { DATABASE_URL: database.url, LETHE_DEFINITIONS_FILE: definitions };
    // A separate process, because definitions that a process imported cannot be removed.
    expect(await runProcess(['workspace', 'apply', file], env)).toMatchObject({
      code: 0,
      stderr: [],
    });
    writeFileSync(definitions, '[{}]');
    const { code, stderr } = await runProcess(['secrets', 'reseal'], env);
    expect([code, stderr[0]]).toEqual([
      1,
      `The definitions file is not valid (LETHE_DEFINITIONS_FILE, ${definitions}):`,
    ]);
  });

  it('creates a token that is shown once, lists it and revokes it', async () => {
    const about = ['--workspace', 'ws', '--name', 'ci'];
    const created = await lethe(
      ...['token', 'create', ...about, '--email', 'ci@example.com', '--role', 'editor'],
      ...['--expires', '30d'],
    );
    expect(created.code).toBe(0);
    expect(created.stdout).toEqual([expect.stringMatching(/^lth_[\w-]{32}\.[\w-]{6}$/)]);
    expect(created.stderr).toEqual([expect.stringContaining('not shown again')]);

    const listed = await lethe('token', 'list', '--workspace', 'ws');
    expect(listed.stdout).toHaveLength(2);
    expect(listed.stdout[1]).toMatch(/^ci\s+ci@example\.com\s+editor\s+active\s+20/);
    expect(listed.stdout.join()).not.toContain(created.stdout[0]);

    const revoked = await lethe('token', 'revoke', ...about);
    expect(revoked.stdout).toEqual([expect.stringMatching(/^Token "ci" was revoked at 20/)]);
    expect((await lethe('token', 'list', '--workspace', 'ws')).stdout[1]).toContain(' revoked ');
  });

  it('accepts scopes instead of a role', async () => {
    const about = ['--workspace', 'ws', '--name', 'audit', '--email', 'a@example.com'];
    await lethe('token', 'create', ...about, '--scopes', 'regulations:read,tests:run');
    const { stdout } = await lethe('token', 'list', '--workspace', 'ws');
    expect(stdout.join('\n')).toMatch(/audit .* regulations:read,tests:run +active/);
  });

  it('explains each failure in one line', async () => {
    const token = ['--email', 'a@example.com', '--role', 'viewer'];
    const attempts = [
      [['token', 'create', '--workspace', 'ws', '--name', 'ci', ...token], 'Choose another name'],
      [['token', 'create', '--workspace', 'nope', '--name', 'x', ...token], 'no workspace "nope"'],
      [['token', 'revoke', '--workspace', 'ws', '--name', 'nope'], 'no token named "nope"'],
      [['token', 'list', '--workspace', 'nope'], 'no workspace "nope"'],
    ] as const;
    const results = await Promise.all(attempts.map(([args]) => lethe(...args)));
    expect(results).toEqual(
      attempts.map(([, line]) => ({
        code: 1,
        stdout: [],
        stderr: [expect.stringContaining(line) as string],
      })),
    );
  });
});

describe('secrets', () => {
  const key = (n: number) => `k${n}:${Buffer.alloc(32, n).toString('base64')}`;
  const run = (keys: string | undefined, ...args: string[]): Promise<CliResult> =>
    runCli(args, {
      DATABASE_URL: database.url,
      LETHE_DATA_DIR: folder,
      ...(keys === undefined ? {} : { LETHE_SECRET_KEY: keys }),
    });

  it('are stored only if there is a key, and can be encrypted again with a new key', async () => {
    const file = join(folder, 'credentials.yaml');
    writeFileSync(file, '{ workspaces: [{ id: ws, credentials: [{ key: geo, value: s3cret }] }] }');
    const apply = ['workspace', 'apply', file];
    expect(await run(undefined, ...apply)).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining('Set LETHE_SECRET_KEY')],
    });
    expect((await run(key(1), ...apply)).stdout).toContain('credentials  1 created');
    expect(await run(key(2), ...apply)).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining('LETHE_SECRET_KEY cannot decrypt the secrets')],
    });
    expect(await run(`${key(2)},${key(1)}`, 'secrets', 'reseal')).toEqual({
      code: 0,
      stdout: ['destinations  0 encrypted again', 'credentials   1 encrypted again'],
      stderr: [],
    });
    writeFileSync(join(folder, 'secret-key'), key(2));
    expect((await run(undefined, ...apply)).stdout).toContain('credentials  1 unchanged');
  });

  it('shows the signing secret of a deletion webhook only in its own workspace', async () => {
    const file = join(folder, 'webhook.yaml');
    const hook = (id: string, secret: string): string =>
      `{ id: ${id}, name: Hook, type: WEBHOOK, config: { deletionSecret: '${secret}' } }`;
    const destinations = [hook('older', 'pass word'), hook('none', ''), hook('bad', 'whsec_?')];
    writeFileSync(
      file,
      `{ workspaces: [{ id: ws_hooks, name: Hooks, destinations: [${destinations.join(', ')}] }] }`,
    );
    const keys = `${key(2)},${key(1)}`;
    expect(await run(keys, 'workspace', 'apply', file)).toMatchObject({ code: 0 });
    const show = (...args: string[]) => run(keys, 'deletions', 'webhook-secret', ...args);
    expect(await show('ws_hooks', 'older')).toEqual({
      code: 0,
      stdout: [`whsec_${Buffer.from('pass word').toString('base64')}`],
      stderr: [],
    });
    expect(await show('ws', 'older')).toMatchObject({
      code: 1,
      stdout: [],
      stderr: ['Workspace "ws" has no WEBHOOK destination "older".'],
    });
    expect((await show('ws_hooks', 'none')).stderr[0]).toContain('has no deletionSecret');
    expect((await show('ws_hooks', 'bad')).stderr[0]).toContain('not base64');
  });
});

describe('an invalid command line', () => {
  it('ends with exit code 2, and a help request with 0', async () => {
    const [usage, help] = await Promise.all([runProcess(['nope']), runCli(['--help'])]);
    expect(usage).toMatchObject({ code: 2, stdout: [] });
    expect(help).toMatchObject({ code: 0, stderr: [] });
  });
});

describe('the database of the command line', () => {
  it('is the database of a Lethe in the folder, unless DATABASE_URL is set', async () => {
    expect((await lethe('migrate')).code).toBe(0);
    expect((await lethe('workspace', 'apply', join(folder, 'workspaces.yaml'))).code).toBe(0);
    const note = join(folder, 'database.json');
    writeFileSync(note, JSON.stringify({ url: database.url }));
    const list = ['token', 'list', '--workspace', 'ws'];
    expect(await runCli(list, { LETHE_DATA_DIR: folder })).toMatchObject({ code: 0, stderr: [] });
    rmSync(note);
    expect(await runCli(list, { LETHE_DATA_DIR: folder })).toMatchObject({
      code: 1,
      stderr: [expect.stringContaining('Set DATABASE_URL, or start Lethe in this folder')],
    });
  });

  it('causes an error immediately when it is unreachable', async () => {
    const DATABASE_URL = `postgres://u:s3cret@127.0.0.1:${await freePort()}/lethe`;
    const commands = [['token', 'list', '--workspace', 'ws'], ['migrate']];
    const results = await Promise.all(commands.map((args) => runProcess(args, { DATABASE_URL })));
    const refused = [expect.stringContaining('The database cannot be reached') as string];
    expect(results).toEqual(commands.map(() => ({ code: 1, stdout: [], stderr: refused })));
  });

  it('can start later than `migrate --wait`', async () => {
    const url = new URL(database.url);
    const [host, realPort] = [url.hostname, Number(url.port)];
    url.port = String(await freePort());
    const migration = startCommand(['migrate', '--wait', '600'], { DATABASE_URL: url.href });
    await migration.waitForLine(/^PostgreSQL does not answer yet\. Waiting up to 600 s\.$/);
    const end = await relay(Number(url.port), { host, port: realPort });
    expect(await migration.ended).toMatchObject({
      code: 0,
      stdout: ['catalog: up to date', 'regulation: up to date'],
    });
    end();
  });

  it('causes an error when the time of --wait is over', async () => {
    const DATABASE_URL = `postgres://u:s3cret@127.0.0.1:${await freePort()}/lethe`;
    const { code, stderr } = await runProcess(['migrate', '--wait', '1'], { DATABASE_URL });
    expect(code).toBe(1);
    expect(stderr.at(-1)).toContain('The database cannot be reached');
  });

  it('must be a valid URL', async () => {
    const { code, stderr } = await runCli(['migrate'], { DATABASE_URL: 'mysql://u:s3cret@h/db' });
    expect(code).toBe(1);
    expect(stderr.join('\n')).toContain('DATABASE_URL: must be a URL like');
    expect(stderr.join('\n')).not.toContain('s3cret');
  });
});
