import type { OwnJobDto } from '@lethe/api/deletions';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  installPackage,
  spawnApp,
  waitFor,
  type InstalledPackage,
  type SpawnedApp,
} from '@lethe/testing';
import { StandaloneSystem } from './standalone-system.js';
import { Api } from './support/api.js';
import { HoldingProxy } from './support/holding-proxy.js';
import { IDS, TOKENS, WORKSPACES } from './support/workspaces.js';

const ROWS = 60;
/** A destination whose jobs wait for a self-hosted worker. */
const CRM = 'dst_crm';
const [OURS, ...OTHERS] = WORKSPACES;
const WITH_CRM = [
  {
    ...OURS!,
    deletionDelay: 0,
    destinations: [...OURS!.destinations, { id: CRM, name: 'CRM', type: 'CUSTOM', enabled: true }],
  },
  ...OTHERS,
];

let system: StandaloneSystem;
let installed: InstalledPackage;
let proxy: HoldingProxy;
let folder: string;

beforeAll(async () => {
  [system, installed] = await Promise.all([
    StandaloneSystem.start(WITH_CRM),
    installPackage('cli'),
  ]);
  proxy = await HoldingProxy.open(system.address);
  folder = mkdtempSync(join(tmpdir(), 'lethe-command-line-'));
});

afterAll(async () => {
  await proxy.close();
  await system.stop();
  installed.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the path of the installed program. */
const main = (): string => join(installed.folder, 'node_modules/.bin/lethe');

const start = (args: readonly string[], token: string = TOKENS.admin): SpawnedApp =>
  spawnApp({ args: [main(), ...args], env: { LETHE_URL: proxy.url, LETHE_TOKEN: token } });

async function run(args: readonly string[], token?: string) {
  const app = start(args, token);
  const { code } = await app.exited;
  return { code, stdout: app.stdout, stderr: app.stderr };
}

/** Returns the number of regulations of each user. */
async function regulations(): Promise<ReadonlyMap<string, number>> {
  const { data } = await new Api(system.address, TOKENS.admin).list('?limit=1000');
  const counts = new Map<string, number>();
  for (const { attributes } of data) {
    counts.set(attributes.userId, (counts.get(attributes.userId) ?? 0) + 1);
  }
  return counts;
}

describe('the npm package of the command line', () => {
  it('contains one program, and needs neither a database driver nor Kafka', () => {
    const modules = join(installed.folder, 'node_modules');
    const own = join(modules, '@lethe/cli');
    expect(readdirSync(join(modules, '@lethe'))).toEqual(['cli']);
    expect(readdirSync(own).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(readdirSync(join(own, 'dist'))).toEqual(['lethe.js']);
    const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(Object.keys(dependencies)).toEqual(['commander', 'fastest-levenshtein', 'zod']);
  });

  it('shows only the commands that use the API', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    const help = stdout.join('\n');
    const [, commands = ''] = /\nCommands:\n(.*?)\n\n/s.exec(help) ?? [];
    expect([...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name)).toEqual([
      ...['status', 'sign-in', 'regulations', 'import', 'users', 'test', 'deletions', 'completion'],
    ]);
    expect(help).not.toMatch(/DATABASE_URL|KAFKA_BROKERS|npm run/);
    const deletions = (await run(['deletions', '--help'])).stdout.join('\n');
    expect(deletions).not.toMatch(/release|webhook-secret/);
    const version = (await run(['--version'])).stdout.join('\n');
    expect(version).toMatch(/^lethe \d+\.\d+\.\d+ \([\da-f]{40}(-dirty)?\)$/);
  });
});

describe('the command line over the API', () => {
  it('prints a link that signs in to the console once', async () => {
    const { code, stdout } = await run(['sign-in']);
    const [, link = '', secret] = /^(http.*#code=(.*))$/.exec(stdout[0] ?? '') ?? [];
    expect(code).toBe(0);
    expect(link).toContain('/console/sign-in#');
    const page = { 'x-lethe-console': '1', 'sec-fetch-site': 'same-origin' };
    const signIn = () =>
      fetch(`${system.address}/console/session`, {
        method: 'POST',
        headers: { ...page, 'content-type': 'application/json' },
        body: JSON.stringify({ code: secret }),
      });
    const answer = await signIn();
    expect(answer.status).toBe(204);
    const [cookie = ''] = answer.headers.getSetCookie();
    const me = await fetch(`${system.address}/v2/me`, { headers: { ...page, cookie } });
    expect(me.status).toBe(200);
    expect((await signIn()).status).toBe(401);
  });

  it('imports each row once, even if the command is killed or interrupted', async () => {
    const file = join(folder, 'users.csv');
    const rows = Array.from({ length: ROWS }, (_, at) => `imported-${at},${at}@example.com`);
    const bad = '\u200b,empty@example.com'; // an id that is empty after normalisation
    writeFileSync(file, ['userId,email', ...rows, bad, ''].join('\n'));
    const args = ['import', file, '--json'];

    // This import is interrupted before the file has arrived.
    const kept = proxy.holdRequest(1);
    const interrupted = start(args);
    await kept;
    interrupted.kill('SIGINT');
    expect(await interrupted.exited).toEqual({ code: 130, signal: null });
    expect((await regulations()).size).toBe(0);

    // This import is killed after the gateway has answered, and before the answer arrives.
    const lost = proxy.holdAnswer(1);
    const killed = start(args);
    await lost;
    killed.kill('SIGKILL');
    await killed.exited;

    for (let again = 0; again < 2; again += 1) {
      const last = await run(args);
      expect(last.code).toBe(3);
      expect(last.stdout.map((line) => JSON.parse(line) as unknown)).toEqual([
        { line: ROWS + 2, reason: 'userId: must contain a printable character' },
        expect.objectContaining({ state: 'done', created: ROWS, refused: 1 }),
      ]);
    }
    const counts = await regulations();
    expect([...counts.values()]).toEqual(Array.from({ length: ROWS }, () => 1));
  });

  it('creates, lists, shows and cancels only in the workspace of the token', async () => {
    const create = ['regulations', 'create', 'typed', '--identifier', 'email=t@example.com'];
    const created = await run([...create, '--reason', 'ticket', '--json'], TOKENS.editor);
    expect(created).toMatchObject({ code: 0, stderr: [] });
    const { id } = JSON.parse(created.stdout[0]!) as { id: string };
    const canceled = await run(['regulations', 'cancel', id], TOKENS.editor);
    expect(canceled).toMatchObject({ code: 0, stdout: [`${id} is canceled.`] });
    const shown = (await run(['regulations', 'get', id], TOKENS.viewer)).stdout.join('\n');
    expect(shown).toMatch(/user +typed\n +email +t@example\.com\n.*\nreason +ticket\ncanceled +20/);
    const listed = await run(['regulations', 'list', '--user', 'typed'], TOKENS.viewer);
    expect(listed.stdout[1]).toMatch(new RegExp(`^${id} +suppress +canceled +20.* typed$`));
    const foreign = await run(['regulations', 'get', id], TOKENS.otherAdmin);
    expect(foreign).toMatchObject({ code: 1, stdout: [] });
    const refused = await run(['regulations', 'create', 'x'], TOKENS.viewer);
    expect(refused).toMatchObject({
      code: 1,
      stderr: ['The token lacks the scope regulations:suppress.'],
    });
    expect(system.app.output).not.toMatch(/typed|t@example|imported-/);
  });

  it('shows the token and the open work', async () => {
    const { code, stdout } = await run(['status', '--json'], TOKENS.viewer);
    expect(code).toBe(0);
    expect(JSON.parse(stdout[0]!)).toMatchObject({
      ...{ url: proxy.url, status: 'ready' },
      token: { workspaceId: WORKSPACES[0]!.id, name: 'viewer' },
      waiting: { openJobs: 0 },
    });
  });

  it('lists, retries, pauses and follows deletions', async () => {
    const failed = await orderAndAbort('deleted-user', 'no such user');
    const listed = await run(['deletions', 'list', '--needs-attention'], TOKENS.viewer);
    expect(listed).toMatchObject({ code: 0, stderr: [] });
    expect(listed.stdout).toHaveLength(2);
    expect(listed.stdout[1]).toMatch(new RegExp(`^${failed} +${CRM} +aborted +.*no such user$`));
    const refused = await run(['deletions', 'retry'], TOKENS.editor);
    expect(refused).toMatchObject({
      code: 1,
      stderr: ['The token lacks the scope regulations:delete.'],
    });
    expect((await run(['deletions', 'retry'])).stdout).toEqual(['1 new job with 1 user.']);
    expect((await run(['deletions', 'retry'])).stdout).toEqual(['0 new jobs with 0 users.']);

    const there = ['--destination', CRM];
    expect(await run(['deletions', 'pause', ...there])).toMatchObject({ code: 0 });
    const watching = start(['deletions', 'watch', ...there], TOKENS.viewer);
    await watching.waitForLine(/^1 open, 1 aborted, 1 destination paused$/);
    expect(await run(['deletions', 'resume', ...there])).toMatchObject({ code: 0 });
    await reportClaimed({ status: 'complete' });
    expect(await watching.exited).toEqual({ code: 0, signal: null });
    const summary = await run(['deletions', 'summary'], TOKENS.viewer);
    expect(summary.stdout.join('\n')).toMatch(
      new RegExp(`\n${CRM} +CUSTOM +complete +1 .*\n +aborted +1 `),
    );
    const nowhere = await run(['deletions', 'list', '--destination', 'dst_crn'], TOKENS.viewer);
    expect(nowhere).toMatchObject({ code: 1, stderr: [expect.stringContaining('"dst_crn"')] });
    // A destination without jobs is not an error.
    const unused = await run(['deletions', 'list', '--destination', IDS.hook], TOKENS.viewer);
    expect(unused).toMatchObject({ code: 0, stderr: [] });
  });

  it('retries the deletion of one user', async () => {
    await orderAndAbort('other-user', 'locked');
    const { data } = await new Api(system.address, TOKENS.admin).list('?user_id=other-user');
    const retry = ['deletions', 'retry', '--regulation', data[0]!.id];
    expect((await run(retry)).stdout).toEqual(['1 new job with 1 user.']);
    const again = await run(retry);
    expect(again).toMatchObject({ code: 1, stderr: [expect.stringContaining('nothing to retry')] });
    await reportClaimed({ status: 'complete' });
  });

  it('looks up a user with masked identifiers, and unsuppresses the user', async () => {
    const { stdout } = await run(['regulations', 'create', 'known', '--source', IDS.web, '--json']);
    const { id } = JSON.parse(stdout[0]!) as { id: string };
    const masked = (await run(['users', 'lookup', 'known'], TOKENS.viewer)).stdout.join('\n');
    expect(masked).toMatch(/^user +kn\*\*\*\nsuppressed +at src_web since 20/);
    expect(masked).toContain(id);
    expect(masked).not.toContain('known');
    const full = await run(['users', 'lookup', 'known', '--full'], TOKENS.viewer);
    expect(full.stdout[0]).toMatch(/^user +known$/);
    const reason = ['--reason', 'opted in'];
    const lifted = await run(['users', 'unsuppress', 'known', ...reason], TOKENS.editor);
    expect(lifted).toMatchObject({ code: 0, stdout: ['1 regulation canceled.'] });
    const after = (await run(['users', 'lookup', 'known'], TOKENS.viewer)).stdout.join('\n');
    expect(after).toMatch(/\nsuppressed +no\n/);
    const unknown = await run(['users', 'lookup', '--email', 'n@example.com'], TOKENS.viewer);
    expect(unknown).toEqual({ code: 0, stdout: [], stderr: ['Lethe knows no such user.'] });
  });
});

/**
 * Orders the deletion of a user, and reports as the worker that it failed permanently.
 *
 * @returns id of the job
 */
async function orderAndAbort(userId: string, reason: string): Promise<string> {
  const api = new Api(system.address, TOKENS.admin);
  const users = [{ userId }];
  await api.create({ regulationType: 'delete', destinationIds: [CRM], users });
  return reportClaimed({ status: 'aborted', reason });
}

/** Claims a job of the self-hosted worker, and reports its outcome. @returns id of the job */
async function reportClaimed(outcome: {
  readonly status: string;
  readonly reason?: string;
}): Promise<string> {
  const api = new Api(system.address, TOKENS.admin);
  const claimed = await waitFor(async () => {
    const { status, text } = await api.request('POST', '/v2/deletion-jobs/claim', { body: {} });
    return status === 200 && text;
  });
  const { job } = JSON.parse(claimed) as { readonly job: OwnJobDto };
  const { id, leaseToken } = job;
  const body = { leaseToken, ...outcome };
  const { status } = await api.request('POST', `/v2/deletion-jobs/${id}/report`, { body });
  expect(status).toBe(204);
  return id;
}
