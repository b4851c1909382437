import { ApiUnderTest, refusal, TOKEN, type Answer } from './api-under-test.js';
import { runCli, startCommand, type CliResult } from './cli-under-test.js';

let api: ApiUnderTest;

beforeEach(async () => {
  api = new ApiUnderTest();
  await api.start();
});
afterEach(() => api.stop());

const lethe = (...args: string[]): Promise<CliResult> => runCli(args, api.environment);
const record = (id: string, userId = 'u') => ({
  id,
  workspaceId: 'ws',
  canceled: false,
  regulationType: 'suppress',
  attributes: { userId },
  createdAt: '2026-11-23T08:00:00.000Z',
});
const created = (): Answer => ({ status: 201, body: [record('r-1')] });

describe('a request to the API', () => {
  const soon = { 'retry-after': '0' };
  it.each([
    ['is busy', () => refusal(429, 'too_many_requests', undefined, soon)],
    ['is unreachable', () => refusal(503, 'unavailable', undefined, soon)],
    ['closes the connection', () => undefined],
    ['closes the connection within the body', () => ({ status: 201, body: [], isCut: true })],
    ['is still processing it', () => refusal(409, 'idempotency_in_progress')],
    ['is behind a proxy that times out', () => ({ status: 502, body: 'a proxy' })],
    ['is behind a proxy with non-standard statuses', () => ({ status: 524, body: 'a proxy' })],
  ])('is retried with the same key when the API %s', async (_name, answer: () => Answer) => {
    api.answers = [answer, created];
    const { code, stdout, stderr } = await lethe('regulations', 'create', 'u');
    expect({ code, rows: stdout.length }).toEqual({ code: 0, rows: 2 });
    expect(stderr).toEqual([expect.stringMatching(/ Next attempt in 1 s\.$/)]);
    const [first, second] = api.received;
    expect(second).toEqual(first);
    expect(first?.key).toMatch(/^[\da-f-]{36}$/);
  });

  it('fails immediately when the API requests a wait of more than 30 s', async () => {
    api.answers = [() => refusal(429, 'too_many_requests', undefined, { 'retry-after': '86400' })];
    const { code, stderr } = await lethe('regulations', 'list');
    expect({ code, stderr }).toEqual({ code: 1, stderr: ['because of too_many_requests'] });
    expect(api.received).toHaveLength(1);
  });

  it.each([
    ['400', () => refusal(400, 'invalid_request', { reason: 'is too long' })],
    ['401', () => refusal(401, 'unauthorized')],
    ['403', () => refusal(403, 'insufficient_scope')],
    ['409', () => refusal(409, 'conflict')],
    ['a redirect', () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } })],
    ['a page of another program', () => ({ status: 404, body: '<html>' })],
  ])('is not retried after %s', async (_name, answer: () => Answer) => {
    api.answers = [answer];
    expect(await lethe('regulations', 'create', 'u')).toMatchObject({ code: 1, stdout: [] });
    expect(api.received).toHaveLength(1);
  });

  const PAGE = { status: 200, text: '<html>Sign in</html>' };
  const OTHER_JSON = { status: 200, body: { ok: true } };
  const NULL = { status: 200, text: 'null' };
  it.each([
    ['regulations cancel r-1', [PAGE, OTHER_JSON, NULL]],
    ['deletions pause --destination dst', [PAGE, OTHER_JSON, NULL]],
    ['deletions resume --destination dst', [PAGE, OTHER_JSON, NULL]],
    ['users unsuppress u', [PAGE, OTHER_JSON, NULL]],
    ['users lookup u', [PAGE, NULL]],
    ['regulations list', [PAGE, NULL]],
    ['deletions summary', [PAGE, NULL]],
  ])('takes no answer of another program for a success: %s', async (line, answers) => {
    for (const answer of answers) {
      api.answers = [() => answer];
      expect(await lethe(...line.split(' '))).toEqual({
        code: 1,
        stdout: [],
        stderr: [`The answer from ${api.url} is not from Lethe. Check LETHE_URL.`],
      });
    }
  });

  it('prints the idempotency key when the outcome is unknown, so that a repeat is safe', async () => {
    api.answers = [() => undefined, () => refusal(403, 'insufficient_scope')];
    const { stderr } = await lethe('regulations', 'create', 'u');
    const key = api.received[0]?.key ?? 'none';
    expect(stderr.at(-1)).toBe(
      `The regulations may exist already. To create them exactly once, repeat the command within 24 hours with --idempotency-key ${key}`,
    );
    api.answers = [created];
    await lethe('regulations', 'create', 'u', '--idempotency-key', key);
    expect(api.received.at(-1)?.key).toBe(key);
  });

  it('ends on Ctrl-C with exit code 130', async () => {
    const arrived = new Promise<void>((resolve) => {
      api.answers = [
        () => {
          resolve();
          return refusal(503, 'unavailable', undefined, { 'retry-after': '20' });
        },
      ];
    });
    const command = startCommand(['regulations', 'create', 'u'], api.environment);
    await arrived;
    const { code, stderr } = await command.interrupt();
    expect(code).toBe(130);
    expect(stderr.at(-1)).toMatch(/--idempotency-key [\da-f-]{36}$/);
  });

  it('fails immediately when no server listens', async () => {
    const env = { LETHE_URL: 'http://127.0.0.1:9', LETHE_TOKEN: TOKEN };
    const { code, stderr } = await runCli(['status'], env);
    expect({ code, lines: stderr.length }).toEqual({ code: 1, lines: 1 });
    expect(stderr[0]).toContain('LETHE_URL');
  });

  it('never shows the token', async () => {
    const secret = { LETHE_URL: api.url, LETHE_TOKEN: 'lth_secret token\u001b' };
    const odd = await runCli(['status'], secret);
    expect(odd.stderr.join('\n')).toMatch(/LETHE_TOKEN: must be a token/);
    expect(odd.stderr.join('\n')).not.toContain('lth_secret');
    api.answers = [() => refusal(401, 'unauthorized')];
    const { stderr } = await lethe('regulations', 'list', '--json');
    expect(JSON.parse(stderr[0] ?? '')).toEqual({
      message: 'because of unauthorized Check LETHE_TOKEN.',
      status: 401,
      code: 'unauthorized',
      requestId: 'r-1',
    });
    expect(api.received[0]?.token).toBe(`Bearer ${TOKEN}`);
  });

  it('does not send the token of this folder to another address', async () => {
    const { code, stderr } = await runCli(['status'], { LETHE_URL: api.url });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: [expect.stringMatching(/^There is no token\./)],
    });
    expect(api.received).toEqual([]);
  });
});

describe('regulations list', () => {
  it('reads pages until the limit is reached', async () => {
    const page = (ids: readonly string[], next?: string) => () => ({
      status: 200,
      body: { data: ids.map((id) => record(id)), paging: next === undefined ? {} : { next } },
    });
    const second = '/v2/regulations?after_cursor=c&limit=1000';
    api.answers = [page(['a', 'b'], second), page(['c'])];
    const all = await lethe('regulations', 'list', '--all', '--user', 'u+1', '--json');
    expect(all.stdout.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
      ...['a', 'b', 'c'],
    ]);
    expect(api.received.map(({ path }) => path)).toEqual([
      '/v2/regulations?limit=1000&user_id=u%2B1',
      second,
    ]);
    api.answers = [page(['a', 'b'], second)];
    const few = await lethe('regulations', 'list', '--limit', '2');
    expect(few.stdout).toHaveLength(3);
    expect(few.stderr).toEqual([
      'There are more regulations than the limit of 2. Use --limit or --all to list more.',
    ]);
  });

  it('rejects a next page with another path', async () => {
    const body = { data: [], paging: { next: '/v2/other' } };
    api.answers = [() => ({ status: 200, body })];
    expect((await lethe('regulations', 'list', '--all')).code).toBe(1);
    expect(api.received).toHaveLength(1);
  });

  it('escapes control characters', async () => {
    const body = { data: [record('a', 'u\u001b[2J\u009b\n')], paging: {} };
    api.answers = [() => ({ status: 200, body })];
    for (const json of [[], ['--json']]) {
      const { stdout } = await lethe('regulations', 'list', ...json);
      // eslint-disable-next-line no-control-regex -- the pattern must match control characters
      expect(stdout.join('')).not.toMatch(/[\u001b\u009b]/);
      expect(stdout).toHaveLength(json.length === 0 ? 2 : 1);
    }
  });
});

describe('--all-destinations', () => {
  const notDeleted = [{ destinationId: 'dst_ga', reason: 'does not support deletion' }];
  const NAMED = ['Nothing is deleted at 3 destinations:', '  dst_ga does not support deletion'];

  it('orders deletions with "*", and names the destinations at which nothing is deleted', async () => {
    const body = [{ ...record('r-1'), notDeleted, notDeletedCount: 3 }];
    api.answers = [() => ({ status: 201, body })];
    const order = ['regulations', 'create', 'u', '--type', 'delete', '--all-destinations'];
    const { code, stdout } = await lethe(...order);
    expect(code).toBe(0);
    expect(stdout.slice(2)).toEqual([`r-1: ${NAMED[0]!}`, NAMED[1], '  and 2 more']);
    expect(api.received[0]).toMatchObject({
      body: { regulationType: 'delete', destinationIds: ['*'], users: [{ userId: 'u' }] },
    });
    const both = await lethe(...order, '--destination', 'dst');
    expect(both.code).toBe(2);
  });

  it('shows in a plan for whom a destination is left out', async () => {
    const unidentified = [{ path: 'users[0]', reason: 'has no identifier' }];
    const at = { destinationId: 'dst', destinationType: 'T', users: 0, jobs: 0, calls: 0 };
    const destinations = [{ ...at, expectedSeconds: 0, unidentified, unidentifiedCount: 1 }];
    const texts = { irreversible: [], warnings: [] };
    const plan = { regulations: 1, destinations, notDeleted, notDeletedCount: 3, ...texts };
    api.answers = [() => ({ status: 200, body: plan })];
    const order = ['regulations', 'create', 'u', '--type', 'delete', '--all-destinations'];
    const { stdout } = await lethe(...order, '--dry-run');
    expect(stdout.slice(3)).toEqual([
      ...NAMED,
      '  and 2 more',
      'Nothing of these users would be deleted at these destinations:',
      '  users[0] at dst: has no identifier',
    ]);
  });
});
