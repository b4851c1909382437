import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IMPORT_LIMITS } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { ApiUnderTest, refusal, type Answer, type Received } from './api-under-test.js';
import { runCli, startCommand, type CliResult } from './cli-under-test.js';

let api: ApiUnderTest;
let folder: string;
let file: string;
let imports: Map<string, { text: string; state: string; polls: number; query: string }>;
/** Members of the record of an ended import. */
let end: object;
/** Responses that replace the next response to a method. The server still processes the request. */
let instead: Map<string, (request: Received) => Answer>;

/**
 * Answers as the API does. `e2e/command-line.e2e.spec.ts` compares these answers with the real API.
 */
function answer(request: Received): Answer {
  const done = carryOut(request);
  const other = instead.get(request.method);
  instead.delete(request.method);
  return other === undefined ? done : other(request);
}

function carryOut({ method, path, text, headers }: Received): Answer {
  const [place = '', query = ''] = path.split('?');
  if (method === 'POST') {
    const id = new URLSearchParams(query).get('id') ?? '';
    if (imports.has(id)) return refusal(409, 'conflict');
    imports.set(id, { text: '', state: 'uploading', polls: 0, query });
    return { status: 201, body: recordOf(id) };
  }
  const id = place.split('/')[3] ?? '';
  const found = imports.get(id);
  if (found === undefined) return refusal(404, 'not_found');
  if (method === 'PATCH') {
    if (headers['upload-offset'] !== String(found.text.length)) return refusal(409, 'conflict');
    found.text += text;
    if (headers['upload-complete'] === '?1') found.state = 'running';
    return { status: 200, body: recordOf(id) };
  }
  if (/\/refusals(\?limit=50)?$/.test(place)) return { status: 200, text: REFUSALS };
  if (found.state === 'running' && (found.polls += 1) > 1) found.state = 'done';
  return { status: 200, body: recordOf(id) };
}

const REFUSALS =
  'line;column;reason;userId;email;escaped\r\n3;userId;is required;;a@b.c;lethe\r\n4;;has 1 fields;x;lethe\r\n';

function recordOf(id: string) {
  const { state, text } = imports.get(id)!;
  const record = {
    ...{
      id,
      state,
      receivedBytes: text.length,
      totalBytes: text.length,
      percentage: 0,
      dryRun: false,
    },
    ...{ rows: 2, accepted: 2, created: 2, refused: 0, repeated: 0 },
  };
  return state === 'done' ? { ...record, endedAt: '2026-11-21T08:00:00.000Z', ...end } : record;
}

beforeEach(async () => {
  api = new ApiUnderTest();
  await api.start();
  api.answers = [answer];
  imports = new Map();
  instead = new Map();
  end = {};
  folder = mkdtempSync(join(tmpdir(), 'lethe-import-'));
  file = join(folder, 'users.csv');
  writeFileSync(file, 'userId\nu1\nu2\n');
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const importing = (...args: string[]): Promise<CliResult> =>
  runCli(['import', file, ...args], api.environment);
const onlyImport = () => [...imports.values()][0]!;

it('sends the file, waits, and prints a summary', async () => {
  const { code, stdout, stderr } = await importing(
    '--delimiter',
    ';',
    ...['--header', 'present', '--suspicious', 'accept'],
    '--columns',
    'k=userId',
    '--source',
    'a',
    'b',
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: [] });
  expect(stdout).toEqual([
    expect.stringMatching(
      /^2 rows: 2 users imported, 0 refused, 0 repeated\. Import: file-[\da-f]{32}$/,
    ),
  ]);
  expect(onlyImport()).toMatchObject({ text: 'userId\nu1\nu2\n', state: 'done' });
  expect(Object.fromEntries(new URLSearchParams(onlyImport().query))).toMatchObject({
    ...{ regulationType: 'suppress', sourceIds: 'a,b', columns: 'k=userId', delimiter: ';' },
    ...{ header: 'present', suspicious: 'accept' },
  });
});

it('imports a file only once if the options are equal', async () => {
  await importing();
  await importing();
  expect(imports.size).toBe(1);
  expect(api.received.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  await importing('--reason', 'another');
  expect(imports.size).toBe(2);
  writeFileSync(file, 'userId\nu3\n');
  await importing();
  expect(imports.size).toBe(3);
  await importing('--id', 'once-more');
  expect(imports.has('once-more')).toBe(true);
});

it.each(['POST', 'PATCH'])(
  'continues after a lost response to a %s, and after status 503',
  async (method) => {
    instead.set(method, () => undefined);
    instead.set('GET', () => refusal(503, 'unavailable'));
    expect((await importing()).code).toBe(0);
    expect(onlyImport().text).toBe('userId\nu1\nu2\n');
  },
);

it('continues where an earlier run stopped', async () => {
  writeFileSync(file, `userId\n${'u'.repeat(5 * 1024 * 1024)}\n`);
  instead.set('PATCH', () => refusal(403, 'insufficient_scope'));
  expect((await importing()).code).toBe(1);
  expect(onlyImport()).toMatchObject({ state: 'uploading' });
  expect((await importing()).code).toBe(0);
  expect(onlyImport().text === readFileSync(file, 'utf8')).toBe(true);
  const offsets = api.received.flatMap(({ headers }) => headers['upload-offset'] ?? []);
  expect(offsets).toEqual(['0', String(4 * 1024 * 1024)]);
});

it('prints refused rows or writes them to a file, and ends with exit code 3', async () => {
  end = { refused: 2 };
  const named = await importing('--json');
  expect(named.code).toBe(3);
  expect(named.stdout.slice(0, 2).map((line) => JSON.parse(line) as unknown)).toEqual([
    { line: 3, reason: 'userId: is required' },
    { line: 4, reason: 'has 1 fields' },
  ]);
  const refusals = join(folder, 'refused.csv');
  const written = await importing('--refusals', refusals);
  expect(written).toMatchObject({ code: 3, stdout: [expect.stringContaining('2 refused')] });
  expect(readFileSync(refusals, 'utf8')).toBe(REFUSALS);
});

it('fails with the reason of the failed import', async () => {
  end = { state: 'failed', failure: 'The file has no userId column.', created: 0 };
  const { code, stderr } = await importing();
  expect(code).toBe(1);
  expect(stderr.join('\n')).toMatch(
    /has failed\. The file has no userId column\. Created and kept: 0 regulations\..*--id/,
  );
});

it('shows the plan of a dry run, and starts a new import for each dry run', async () => {
  end = { dryRun: true };
  expect((await importing('--dry-run')).stdout).toEqual([
    'Nothing was changed. Of 2 rows: 2 would be imported, 0 refused, 0 repeated.',
  ]);
  await importing('--dry-run');
  expect(imports.size).toBe(2);
});

it('ends on Ctrl-C while the import continues', async () => {
  let polls = 0;
  api.answers = [
    (request) => {
      // The import never ends.
      if (request.method === 'GET' && (polls += 1) > 2) onlyImport().polls = 0;
      return answer(request);
    },
  ];
  const running = startCommand(['import', file], api.environment);
  await waitFor(() => polls > 2);
  const { code, stderr } = await running.interrupt();
  expect(code).toBe(130);
  expect(stderr.join()).toContain('continues without this command');
});

it.each([
  [['--id', 'a b'], 2, 'must be 1 to 64'],
  [['--format', 'xml'], 2, 'Allowed choices are csv, ndjson'],
])('rejects %j', async (args, code, message) => {
  const result = await importing(...args);
  expect(result.code).toBe(code);
  expect(result.stderr.join('\n')).toContain(message);
});

it('rejects a missing file, a workbook, and a file that is too large', async () => {
  const missing = await runCli(['import', join(folder, 'none.csv')], api.environment);
  expect(missing.stderr.join()).toContain('cannot be read (ENOENT)');
  writeFileSync(file, 'PK\x03\x04 xl/workbook.xml');
  expect((await importing()).stderr.join()).toContain('is an Excel workbook (.xlsx). Save it as');
  expect(imports.size).toBe(0);
  truncateSync(file, IMPORT_LIMITS.bytes + 1);
  expect((await importing()).stderr.join()).toContain('Split it');
});
