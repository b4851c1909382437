import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApp, type SpawnedApp } from '@lethe/testing';
import { StandaloneSystem } from './standalone-system.js';
import { Api } from './support/api.js';
import { HoldingProxy } from './support/holding-proxy.js';
import { TOKENS, WORKSPACES } from './support/workspaces.js';

const MAIN = fileURLToPath(new URL('../apps/cli/dist/bundle/main.js', import.meta.url));
const ROWS = 60;

let system: StandaloneSystem;
let proxy: HoldingProxy;
let folder: string;

beforeAll(async () => {
  system = await StandaloneSystem.start(WORKSPACES);
  proxy = await HoldingProxy.open(system.address);
  folder = mkdtempSync(join(tmpdir(), 'lethe-command-line-'));
});

afterAll(async () => {
  await proxy.close();
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (args: readonly string[], token: string = TOKENS.admin): SpawnedApp =>
  spawnApp({ args: [MAIN, ...args], env: { LETHE_URL: proxy.url, LETHE_TOKEN: token } });

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
});
