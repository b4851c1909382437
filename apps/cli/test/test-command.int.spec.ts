import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { skipOrFail } from '@lethe/testing';
import { ApiUnderTest, refusal, type Answer, type Received } from './api-under-test.js';
import { runCli, startCommand } from './cli-under-test.js';

let api: ApiUnderTest;
let folder: string;
let junit: string;

const EVENT = { type: 'track' };
const OF_TR = '/transformations/tr/test-cases';
const OF_DST = '/v2/destinations/dst/test-cases';
const FAILED = { status: 'failed', diff: [{ op: 'add', path: '/0/event/n', value: 1 }] };

interface RunBody {
  readonly ids?: readonly [string];
  readonly cases?: readonly [{ readonly name: string }];
}

/** Answers to requests that run a test case, by its name. Others pass. */
let results: Record<string, Answer | object>;
/** Saved test cases, by the path of their list. */
let saved: Record<string, readonly string[]>;

const ok = (body: unknown): Answer => ({ status: 200, body });
const bodyOf = ({ body }: Received) => body as RunBody;
const nameOf = (received: Received): string => {
  const { ids, cases } = bodyOf(received);
  return ids?.[0] ?? cases?.[0].name ?? '';
};
const runs = () => api.received.filter(({ method }) => method === 'POST');

/** Answers as the API does. `e2e/test-cases.e2e.spec.ts` uses the real API. */
function answer(received: Received): Answer {
  const [path = '', query] = received.path.split('?');
  if (received.method === 'POST') {
    const result = results[nameOf(received)] ?? { status: 'passed' };
    if ('status' in result && typeof result.status === 'number') return result as Answer;
    return ok({ results: [{ id: 'cases[0]', name: nameOf(received), ...result }] });
  }
  if (path === '/transformations') return ok({ transformations: [{ id: 'tr' }], paging: {} });
  if (path === '/v2/destinations') return ok({ destinations: [{ id: 'dst' }], paging: {} });
  const names = saved[path];
  if (names === undefined) return refusal(404, 'not_found');
  const testCases = names.map((id) => ({
    id,
    name: id,
    event: EVENT,
    expected: [{ event: EVENT }],
  }));
  // Each page has one test case.
  const page = query === undefined ? 0 : Number(query.replace('page=', '')) - 1;
  const next = page + 1 < names.length ? { next: `${path}?page=${page + 2}` } : {};
  return ok({ testCases: testCases.slice(page, page + 1), paging: next });
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-cases-'));
  junit = join(folder, 'results.xml');
  results = {};
  saved = { [OF_TR]: ['a', 'b', 'c'], [OF_DST]: ['d'] };
  api = new ApiUnderTest();
  api.answers = [answer];
  await api.start();
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

const lethe = (...args: string[]) => runCli(['test', ...args], api.environment);

/** Writes a file below `cases`. */
function put(path: string, content: unknown = { event: EVENT, expected: [{ event: EVENT }] }) {
  const file = join(folder, 'cases', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
}
const ofFiles = (...args: string[]) => lethe('--dir', join(folder, 'cases'), ...args);

describe('saved test cases', () => {
  it('all run, and are shown in their order', async () => {
    results = { b: FAILED, d: { status: 'error', error: { message: 'Error: no', line: 2 } } };
    const { code, stdout, stderr } = await lethe('--all');
    expect({ code, stderr }).toEqual({
      ...{ code: 1, stderr: ['4 test cases: 2 passed, 1 failed, 1 error.'] },
    });
    expect(stdout).toEqual([
      'passed  transformation tr: a',
      'failed  transformation tr: b',
      '    /0/event/n',
      '    + 1',
      'passed  transformation tr: c',
      'error   destination dst: d',
      '    line 2: Error: no',
    ]);
    expect(
      runs()
        .map(({ path, text }) => `${path} ${text}`)
        .sort(),
    ).toEqual([
      ...['a', 'b', 'c'].map((id) => `${OF_TR}/run {"ids":["${id}"]}`),
      `${OF_DST}/run {"ids":["d"]}`,
    ]);
  });

  it('of one owner run alone, and the exit code is 0 if they pass', async () => {
    expect(await lethe('--destination', 'dst')).toEqual({
      code: 0,
      stdout: ['passed  destination dst: d', '1 test case: 1 passed, 0 failed, 0 errors.'],
      stderr: [],
    });
    const json = await lethe('--transformation', 'tr', '--json');
    expect(json).toMatchObject({ code: 0, stderr: [] });
    expect(json.stdout.map((line) => JSON.parse(line) as unknown)).toEqual(
      ['a', 'b', 'c'].map((id) => ({
        ...{ transformationId: 'tr', status: 'passed', id, name: id },
        ms: expect.any(Number) as unknown,
      })),
    );
    const failing = await lethe('--transformation', 'none', '--json');
    expect(JSON.parse(failing.stderr[0]!)).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('that do not exist are a failure', async () => {
    saved = { [OF_TR]: [], [OF_DST]: [] };
    mkdirSync(join(folder, 'cases'));
    for (const args of [[], ['--all'], ['--transformation=tr'], ['--dir', join(folder, 'cases')]]) {
      const { code, stdout, stderr } = await lethe(...args);
      expect({ code, stdout, lines: stderr.length }).toEqual({ code: 1, stdout: [], lines: 1 });
      expect(stderr[0]).toMatch(/^There is no (saved )?test case.* Save one /);
    }
    expect(runs()).toEqual([]);
  });
});

describe('test cases in files', () => {
  it('run at their transformation or destination, and the saved ones do not run', async () => {
    const whole = { name: 'N', event: EVENT, stages: ['dest_transform'], expected: [], ignore: [] };
    put('destinations/dst/x.json', { ...whole, createdAt: 'then' });
    put('transformations/tr/hides it.json', '\ufeff{"event":{},"expected":[]}');
    for (const ignored of ['README.md', '.git/x', 'transformations/tr/.x', 'destinations/N.md']) {
      put(ignored, 'text');
    }
    results = { N: FAILED };
    const { code, stdout } = await ofFiles();
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: [
        `failed  destination dst: N (${folder}/cases/destinations/dst/x.json)`,
        ...['    /0/event/n', '    + 1'],
        'passed  transformation tr: hides it',
      ],
    });
    expect(new Map(api.received.map(({ path, body }) => [path, body]))).toEqual(
      new Map([
        [`${OF_DST}/run`, { cases: [{ ...whole, createdAt: 'then' }] }],
        [`${OF_TR}/run`, { cases: [{ name: 'hides it', event: {}, expected: [] }] }],
      ]),
    );
    const one = await ofFiles('--transformation', 'tr', '--json');
    expect(one.stdout.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        ...{ transformationId: 'tr', status: 'passed', name: 'hides it' },
        file: `${folder}/cases/transformations/tr/hides it.json`,
        ms: expect.any(Number) as unknown,
      },
    ]);
    expect(await ofFiles('--transformation', 'other')).toMatchObject({ code: 1 });
  });

  const good = { event: EVENT, expected: [] };
  it.each<[string, string, unknown, string]>([
    ['no JSON', 'a.json', '{\n  "event": {},\n}', 'line 3, column 1: is not JSON'],
    ['half of a file', 'a.json', '{"event":', 'line 1, column 10: is not JSON'],
    ['no object', 'a.json', [], 'must be an object'],
    [
      'a hostile file name',
      'a\n\u001bb.json',
      '',
      'a\\n\\u001bb.json: line 1, column 1: is not JSON',
    ],
    ['bytes that are not UTF-8', 'a.json', Buffer.from([0x22, 0xff, 0x22]), 'is not UTF-8'],
    ['a large file', 'a.json', ' '.repeat(1024 * 1024 + 1), 'must not be larger than 1 MiB'],
    ['another ending', 'a.yaml', 'a: 1', 'is not expected here; the name of a test case ends with'],
    ['a folder', 'a.json/b.json', good, 'a.json: is not a regular file'],
    ['a wrong folder', '../../transformation/tr/a.json', good, 'transformation: is not expected'],
    ['an invalid id', '../t r/a.json', good, 't r: is not the id of a transformation'],
    ['a file instead of an owner', '../a.json', good, 'a.json: is not the id of a transformation'],
    ['a file instead of a folder', '../../destinations', 'x', 'destinations: is not a folder'],
  ])('are refused with %s, and no test case runs', async (_, path, content, problem) => {
    put('transformations/tr/ok.json');
    put(`transformations/tr/${path}`, content);
    const { code, stdout, stderr } = await ofFiles();
    expect({ code, stdout, sent: api.received }).toEqual({ code: 1, stdout: [], sent: [] });
    expect(stderr).toHaveLength(3);
    expect(stderr[0]).toMatch(/^No test case was run, because \/.* has 1 problem:$/);
    expect(stderr[1]).toContain(problem);
    expect(stderr[1]).toMatch(new RegExp(`^ {2}${folder}/cases/[\\x20-\\x7e]+$`));
  });

  it('are refused if the folder does not exist', async () => {
    const { code, stderr } = await ofFiles();
    expect(code).toBe(1);
    expect(stderr[1]).toMatch(/cases: cannot be read \(ENOENT\); check the path/);
  });

  it('show why the API refuses one of them, and the others run', async () => {
    for (const name of ['a', 'b', 'c']) put(`transformations/tr/${name}.json`);
    put('transformations/gone/a.json');
    results.b = refusal(400, 'invalid_request', { 'cases[0].event': 'is too deep' })!;
    api.answers = [
      (one) => (one.path.includes('/gone/') ? refusal(404, 'not_found') : answer(one)),
    ];
    const { code, stdout, stderr } = await ofFiles();
    expect({ code, stderr }).toEqual({
      ...{ code: 1, stderr: ['4 test cases: 2 passed, 0 failed, 2 errors.'] },
    });
    expect(stdout.filter((line) => line.includes('No result'))).toEqual([
      '    No result: because of not_found Check the id, and that the token belongs to the right workspace.',
      '    No result: because of invalid_request',
    ]);
    expect(stdout.filter((line) => line.includes('Correct the file.'))).toHaveLength(1);
  });
});

describe('a run that ends early', () => {
  const NEVER = { 'retry-after': '86400' };
  it.each<[string, () => Answer, string]>([
    ['the API is down', () => refusal(503, 'unavailable', undefined, NEVER), 'unavailable'],
    ['the limit stays exhausted', () => refusal(429, 'too_many_requests', undefined, NEVER), 'too'],
    ['the token is revoked', () => refusal(401, 'unauthorized'), 'LETHE_TOKEN'],
    ['a scope is missing', () => refusal(403, 'insufficient_scope'), 'insufficient_scope'],
    ['another program answers', () => ({ status: 404, text: '<html>' }), 'not from Lethe'],
    ['the answer has no result', () => ok({ results: [] }), 'is not one result'],
    ['the answer has two results', () => ok({ results: [FAILED, FAILED] }), 'is not one result'],
    ['the status is unknown', () => ok({ results: [{ status: 'ok' }] }), 'is not one result'],
  ])('counts each test case without a result as an error: %s', async (_, refused, reason) => {
    saved = { [OF_TR]: ['a', 'b', 'c', ...Array.from({ length: 20 }, (__, n) => `z${n}`)] };
    api.answers = [
      (one) => (nameOf(one) === 'b' || nameOf(one).startsWith('z') ? refused() : answer(one)),
    ];
    const { code, stdout, stderr } = await lethe('--transformation=tr', '--junit', junit);
    expect(code).toBe(1);
    expect(stderr.join('\n')).toContain(reason);
    expect(stderr.at(-1)).toBe('23 test cases: 2 passed, 0 failed, 21 errors.');
    expect(stdout.filter((line) => line.startsWith('error '))).toHaveLength(21);
    expect(runs().length).toBeLessThan(10);
    expect(readFileSync(junit, 'utf8')).toContain('tests="23" failures="0" errors="21"');
  });

  it('waits as the API asks, and continues', async () => {
    const soon = refusal(429, 'too_many_requests', undefined, { 'retry-after': '0' });
    let refused = 0;
    api.answers = [(one) => (one.method === 'POST' && (refused += 1) === 1 ? soon : answer(one))];
    expect(await lethe('--all')).toMatchObject({ code: 0 });
  });

  it('exits with 130 on Ctrl-C', async () => {
    const arrived = new Promise<void>((resolve) => {
      api.answers = [
        (one) => {
          if (one.method !== 'POST') return answer(one);
          resolve();
          return refusal(503, 'unavailable', undefined, { 'retry-after': '20' });
        },
      ];
    });
    const command = startCommand(['test', '--all', '--junit', junit], api.environment);
    await arrived;
    const { code, stderr } = await command.interrupt();
    expect(code).toBe(130);
    expect(stderr.at(-1)).toBe('4 test cases: 0 passed, 0 failed, 4 errors.');
    expect(readFileSync(junit, 'utf8')).toContain('No result: the command was interrupted.');
  });
});

/** Prints an XML document as JSON. Expat, the parser of Python, refuses each malformed document. */
const PARSE = `
import json, sys, xml.etree.ElementTree as tree
def of(e): return {**e.attrib, 'tag': e.tag, 'text': (e.text or '').strip(), 'in': [of(c) for c in e]}
print(json.dumps(of(tree.fromstring(sys.stdin.buffer.read()))))`;
const hasPython = spawnSync('python3', ['--version']).status === 0;

skipOrFail('python3', hasPython ? undefined : 'python3 is missing', 'the JUnit report', () => {
  it('is well-formed with hostile texts, and has the result of each test case', async () => {
    const name = `"'<a>&amp; ]]> \u202f \u{1f600}`;
    const hostile = `${name} \u0000\u001b\u0085\ufffe\ud800 x\r\n\ty`;
    put('transformations/tr/a.json', { name, event: {}, expected: [] });
    put('transformations/tr/b&<>".json', { event: {}, expected: [] });
    put('destinations/dst/c.json', { event: {}, expected: [] });
    results = {
      [name]: { status: 'failed', diff: [{ op: 'add', path: '/0', value: hostile }] },
      c: { status: 'error', error: { message: hostile } },
    };
    expect(await ofFiles('--junit', junit)).toMatchObject({ code: 1 });
    const parsed = execFileSync('python3', ['-c', PARSE], { input: readFileSync(junit) });
    const file = (path: string) => join(folder, 'cases', path);
    const time = expect.stringMatching(/^\d+\.\d{3}$/) as unknown;
    expect(JSON.parse(parsed.toString())).toEqual({
      ...{ tag: 'testsuites', text: '', name: 'lethe test' },
      ...{ tests: '3', failures: '1', errors: '1', time },
      in: [
        {
          ...{ tag: 'testsuite', text: '', name: 'destination dst' },
          ...{ tests: '1', failures: '0', errors: '1', time },
          in: [
            {
              ...{ tag: 'testcase', text: '', classname: 'destination dst', name: 'c', time },
              file: file('destinations/dst/c.json'),
              in: [expect.objectContaining({ tag: 'error', in: [] })],
            },
          ],
        },
        {
          ...{ tag: 'testsuite', text: '', name: 'transformation tr' },
          ...{ tests: '2', failures: '1', errors: '0', time },
          in: [
            {
              ...{ tag: 'testcase', text: '', classname: 'transformation tr', name, time },
              file: file('transformations/tr/a.json'),
              in: [
                {
                  ...{ tag: 'failure', message: 'The output differs from the expected output.' },
                  text: expect.stringContaining('\n+ "') as unknown,
                  in: [],
                },
              ],
            },
            {
              ...{ tag: 'testcase', text: '', classname: 'transformation tr', name: 'b&<>"', time },
              ...{ file: file('transformations/tr/b&<>".json'), in: [] },
            },
          ],
        },
      ],
    });
  });
});

describe('the file of --junit', () => {
  it('is empty if the test cases cannot be read, so that no earlier report is left', async () => {
    writeFileSync(junit, '<testsuites/>');
    api.answers = [() => refusal(403, 'insufficient_scope')];
    expect(await lethe('--junit', junit)).toMatchObject({ code: 1 });
    expect(readFileSync(junit, 'utf8')).toBe('');
  });

  it('is refused in the folder of the test cases, and no test case is lost', async () => {
    const cases = join(folder, 'with-cases');
    const file = join(cases, 'transformations', 'tr', 'ok.json');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{}');
    const { code, stderr } = await lethe('--dir', cases, '--junit', file);
    expect(code).toBe(1);
    expect(stderr.join('\n')).toContain('Choose a file outside of it');
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('is a failure if it cannot be written, before a test case runs', async () => {
    const { code, stderr } = await lethe('--junit', join(folder, 'none', 'x.xml'));
    expect(code).toBe(1);
    expect(stderr).toEqual([
      `${folder}/none/x.xml cannot be written (ENOENT). Check the path and its permissions.`,
    ]);
    expect(api.received).toEqual([]);
  });
});
