import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApp, type SpawnedApp } from '@lethe/testing';
import { parse } from 'yaml';
import { StandaloneSystem } from './standalone-system.js';
import { TOKENS } from './support/workspaces.js';
import { Receiver } from './test-api/receiver.js';
import { HOOK_SECRET, RUN_ONLY, testApiWorkspaces } from './test-api/workspace.js';

let receiver: Receiver;
let system: StandaloneSystem;

beforeAll(async () => {
  receiver = await Receiver.start();
  system = await StandaloneSystem.start(testApiWorkspaces(receiver.url));
});
afterAll(async () => {
  await system.stop();
  await receiver.stop();
});

const OF_MASK = '/transformations/tr_mask/test-cases';
const EVENT = { type: 'track', userId: 'u-1', context: { email: 'ada@example.com' } };
const MASKED = { ...EVENT, context: { email: '***' } };

async function post(path: string, body: object, token: string = TOKENS.admin) {
  const response = await fetch(`${system.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Saves test cases, runs all of them, and returns the results by name. */
async function runOf(path: string, cases: Readonly<Record<string, object>>, options: object = {}) {
  for (const [name, more] of Object.entries(cases)) {
    const made = await post(path, { name, event: EVENT, ...more });
    expect(made).toMatchObject({ status: 201 });
  }
  const { body } = await post(`${path}/run`, options, TOKENS.editor);
  return body as { results: { name: string }[] };
}

describe('saved test cases', () => {
  it('pass with the code for which they were written, and show the difference with other code', async () => {
    const cases = { masks: { expected: [MASKED].map((event) => ({ event })) } };
    expect(await runOf(OF_MASK, cases)).toMatchObject({ passed: 1, failed: 0, errors: 0 });
    const other = { code: 'export const transformEvent = (event) => ({ ...event, n: 1 });' };
    expect(await runOf(OF_MASK, {}, other)).toMatchObject({
      ...{ passed: 0, failed: 1, errors: 0 },
      results: [
        {
          ...{ name: 'masks', status: 'failed', actual: [{ event: { ...EVENT, n: 1 } }] },
          diff: [
            { op: 'replace', path: '/0/event/context/email', value: EVENT.context.email },
            { op: 'add', path: '/0/event/n', value: 1 },
          ],
        },
      ],
    });
    const broken = { code: 'export function transformEvent(event) {\n  return event.no.thing;\n}' };
    expect(await runOf(OF_MASK, {}, broken)).toMatchObject({
      ...{ errors: 1 },
      results: [{ error: { message: expect.stringContaining('TypeError') as unknown, line: 2 } }],
    });
  });

  it('of a destination compare its requests with the expected requests, and send nothing', async () => {
    const path = '/v2/destinations/dst_hook/test-cases';
    const only = { stages: ['dest_transform'], expected: [{ requests: [] }] };
    const first = await runOf(path, { requests: only });
    const [{ actual }] = first.results as [{ name: string; actual: object[] }];
    expect(actual).toMatchObject([
      { requests: [{ endpoint: `${receiver.url}/hook`, body: { JSON: EVENT } }] },
    ]);
    expect(JSON.stringify(first)).not.toContain(HOOK_SECRET);
    expect(await runOf(path, { again: { ...only, expected: actual } })).toMatchObject({
      ...{ passed: 1, failed: 1 },
    });
    expect(receiver.requests).toEqual([]);
  });

  it('that never end do not affect other test cases', async () => {
    const path = '/transformations/tr_loop/test-cases';
    const code =
      'export function transformEvent(event) { while (event.hangs) {} return event.drop ? null : event; }';
    const cases = {
      a: { expected: [{ event: EVENT }] },
      hangs: { event: { hangs: true }, expected: [] },
      dropped: { event: { drop: true }, expected: [] },
    };
    expect(await runOf(path, cases, { code })).toMatchObject({
      ...{ passed: 2, failed: 0, errors: 1 },
      results: [{ name: 'a' }, { name: 'dropped' }, { name: 'hangs', status: 'error' }],
    });
  });

  it('are invisible to other workspaces and need the right scopes', async () => {
    expect(await post(`${OF_MASK}/run`, {}, TOKENS.otherAdmin)).toMatchObject({ status: 404 });
    expect(await post(`${OF_MASK}/run`, {}, TOKENS.viewer)).toMatchObject({ status: 403 });
    expect(await post(`${OF_MASK}/run`, {}, RUN_ONLY)).toMatchObject({ status: 403 });
    const made = await post(OF_MASK, { name: 'N', event: {}, expected: [] }, RUN_ONLY);
    expect(made).toMatchObject({ status: 403 });
  });
});

const MAIN = fileURLToPath(new URL('../apps/cli/dist/bundle/main.js', import.meta.url));
const ACTION = new URL('../.github/actions/test-cases/action.yml', import.meta.url);

describe('lethe test', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-cases-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Writes test cases as files, by their paths below `cases`. */
  function put(cases: Readonly<Record<string, object>>) {
    for (const [path, content] of Object.entries(cases)) {
      const file = join(folder, 'cases', `${path}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ event: EVENT, ...content }));
    }
  }
  const variables = (token: string) => ({ LETHE_URL: system.address, LETHE_TOKEN: token });
  const start = (args: readonly string[], token: string = TOKENS.editor): SpawnedApp =>
    spawnApp({ args: [MAIN, 'test', ...args], env: variables(token), cwd: folder });
  const end = async (app: SpawnedApp) => {
    const { code } = await app.exited;
    return { code, stdout: app.stdout, stderr: app.stderr };
  };
  const lethe = (...args: string[]) => end(start(args));

  it('runs saved test cases, and those in files with every stage', async () => {
    const path = '/transformations/tr_split/test-cases';
    const parts = [0, 1].map((part) => ({ event: { ...EVENT, part } }));
    await runOf(path, { splits: { expected: parts } });
    expect(await lethe('--transformation=tr_split')).toEqual({
      code: 0,
      stdout: [
        'passed  transformation tr_split: splits',
        '1 test case: 1 passed, 0 failed, 0 errors.',
      ],
      stderr: [],
    });
    put({
      'transformations/tr_mask/hides & keeps <all>': { expected: [{ event: MASKED }] },
      'transformations/tr_mask/wrong': {
        expected: [{ event: { ...MASKED, userId: '\u001b[2J' } }],
      },
      'transformations/tr_throw/throws': { expected: [] },
      'destinations/dst_plain/sends': { expected: [{ requests: [] }], stages: ['dest_transform'] },
      'destinations/dst_none/gone': { expected: [] },
      'transformations/tr_drop/hostile': { expected: 'x', name: '\n\u001b[2Jpassed', stage: [] },
    });
    const { code, stdout, stderr } = await lethe('--dir', 'cases', '--junit', 'results.xml');
    expect(stdout).toEqual([
      'error   destination dst_none: gone (cases/destinations/dst_none/gone.json)',
      expect.stringMatching(/^ {4}No result: There is no destination "dst_none"/),
      'failed  destination dst_plain: sends (cases/destinations/dst_plain/sends.json)',
      '    /0/requests/0',
      expect.stringMatching(/^ {4}\+ \{.*\/plain"/),
      'error   transformation tr_drop: \\n\\u001b[2Jpassed (cases/transformations/tr_drop/hostile.json)',
      expect.stringMatching(/^ {4}No result: .*\(and 2 more, see details\)$/),
      expect.stringMatching(/^ {6}stage: is not a known property/),
      expect.stringMatching(/^ {6}expected: must be an array/),
      expect.stringMatching(/^ {6}name: must not contain control characters/),
      '    Correct the file.',
      'passed  transformation tr_mask: hides & keeps <all>',
      'failed  transformation tr_mask: wrong (cases/transformations/tr_mask/wrong.json)',
      ...['    /0/event/userId', '    - "\\u001b[2J"', '    + "u-1"'],
      'error   transformation tr_throw: throws (cases/transformations/tr_throw/throws.json)',
      expect.stringMatching(/^ {4}line 3, column \d+: TypeError/),
      expect.stringMatching(/^ {4} +at /),
    ]);
    expect({ code, stderr }).toEqual({
      ...{ code: 1, stderr: ['6 test cases: 1 passed, 2 failed, 3 errors.'] },
    });
    expect(readFileSync(join(folder, 'results.xml'), 'utf8')).toContain(
      'tests="6" failures="2" errors="3"',
    );
    expect(receiver.requests).toEqual([]);
    expect(system.app.output).not.toContain('ada@example.com');
  });

  it('runs in the GitHub Action, without commands from test cases to the runner', async () => {
    put({ 'transformations/tr_drop/$(touch x)': { expected: [], name: '::add-path::/tmp' } });
    const { runs } = parse(readFileSync(ACTION, 'utf8')) as {
      runs: { steps: [{ run: string; env: Record<string, string> }] };
    };
    const [{ run, env }] = runs.steps;
    // Takes the place of npx, which would install the package.
    const npx = join(folder, 'npx');
    writeFileSync(
      npx,
      `#!/usr/bin/env bash\necho "$1 $2 $3 $4 $5"\nexec "${process.execPath}" "${MAIN}" "\${@:6}"\n`,
    );
    chmodSync(npx, 0o755);
    const act = (inputs: Readonly<Record<string, string>>) => {
      const given = { cli: 'a package', url: system.address, token: TOKENS.editor, ...inputs };
      const valueOf = (expression: string) =>
        new Map(Object.entries(given)).get(/inputs\.(\w+)/.exec(expression)?.[1] ?? '') ?? '';
      const inputsOf = Object.entries(env).map(([name, value]) => [name, valueOf(value)] as const);
      const path = [folder, dirname(process.execPath), process.env.PATH].join(delimiter);
      const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run];
      const variables = Object.fromEntries([...inputsOf, ['PATH', path] as const]);
      return end(spawnApp({ command: 'bash', args, env: variables, cwd: folder }));
    };
    const passed = await act({ dir: 'cases', transformation: 'tr_drop', junit: '$(touch y).xml' });
    expect(passed).toMatchObject({ code: 0, stderr: [] });
    const [, word = ''] = /^::stop-commands::([\da-f-]{36})$/.exec(passed.stdout[0] ?? '') ?? [];
    expect(passed.stdout.slice(1)).toEqual([
      '--yes --package a package -- lethe',
      'passed  transformation tr_drop: ::add-path::/tmp',
      '1 test case: 1 passed, 0 failed, 0 errors.',
      `::${word}::`,
    ]);
    expect(readdirSync(folder).sort()).toEqual(['$(touch y).xml', 'cases', 'npx']);
    const failed = await act({ destination: 'dst_hook', token: TOKENS.viewer });
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stdout.at(-1)).toMatch(/^::[\da-f-]{36}::$/);
  });

  // The last test, because it ends the API.
  it('fails, and says which test cases have no result, if the API dies', async () => {
    put({
      'transformations/tr_drop/drops': { expected: [] },
      'transformations/tr_loop/hangs': { expected: [] },
    });
    const app = start(['--dir=cases']);
    await app.waitForLine(/^passed/);
    await system.kill();
    const reason = `The API cannot be reached at ${system.address} (ECONNREFUSED)`;
    const { code, stdout, stderr } = await end(app);
    expect({ code, last: stderr.at(-1) }).toEqual({
      ...{ code: 1, last: '2 test cases: 1 passed, 0 failed, 1 error.' },
    });
    expect(stdout.at(-1)).toContain(`No result: ${reason}`);
    const again = await lethe('--all');
    expect(again).toEqual({ code: 1, stdout: [], stderr: [expect.stringContaining(reason)] });
  });
});
