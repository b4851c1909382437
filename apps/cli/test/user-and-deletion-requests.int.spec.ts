import type { DeletionJobDto, DeletionSummaryDto } from '@lethe/api/deletions';
import { ApiUnderTest, refusal, type Answer } from './api-under-test.js';
import { runCli, startCommand, type CliResult } from './cli-under-test.js';

let api: ApiUnderTest;

beforeEach(async () => {
  api = new ApiUnderTest();
  await api.start();
});
afterEach(() => api.stop());

const deletions = (...args: string[]): Promise<CliResult> =>
  runCli(['deletions', ...args], api.environment);
const ok = (body: unknown) => (): Answer => ({ status: 200, body });

const job = (id: string, more: Partial<DeletionJobDto> = {}): DeletionJobDto => ({
  ...{ id, destinationId: 'dst', destinationType: 'CUSTOM', status: 'aborted', attempts: 4 },
  ...{ users: 1, held: false, createdAt: '2026-01-01T00:00:00Z', overdue: false },
  ...{ needsAttention: true, ...more },
});
const page = (jobs: readonly DeletionJobDto[], next?: string) =>
  ok({ data: jobs, paging: next === undefined ? {} : { next } });

function summary(states: Readonly<Record<string, number>>): () => Answer {
  const counts = Object.entries(states).map(([state, jobs]) => [
    state,
    { jobs, oldestCreatedAt: '2026-01-01T00:00:00Z' },
  ]);
  const body: DeletionSummaryDto = {
    destinations: [
      {
        ...{ destinationId: 'dst', destinationType: 'CUSTOM' },
        ...{ held: 2, overdue: 0, dueSoon: 0, needsAttention: 1, foundAgain: 3 },
        states: Object.fromEntries(counts) as DeletionSummaryDto['destinations'][number]['states'],
      },
    ],
  };
  return ok(body);
}

describe('deletions list', () => {
  it('joins pages to one table, and escapes control characters', async () => {
    const next = '/v2/deletion-jobs?after_cursor=c&limit=3';
    const odd = job('1', { reason: 'went\nwrong\u001b[31m' });
    api.answers = [page([job('2')], next), page([odd, job('0')], next)];
    const filters = ['--destination', 'd', '--status', 'aborted', '--overdue', '--held'];
    const table = await deletions('list', '--limit', '3', ...filters, '--needs-attention');
    expect(api.received.map(({ path }) => path)).toEqual([
      '/v2/deletion-jobs?limit=3&destination_id=d&status=aborted&overdue=true&needs_attention=true&held=true',
      next,
    ]);
    expect(table.stdout).toHaveLength(4);
    expect(table.stdout[0]).toMatch(/^JOB +DESTINATION +STATE/);
    expect(table.stdout[2]).toMatch(/aborted .*went wrong\\u001b\[31m$/);
    expect(table.stderr).toEqual([
      'There are more jobs than the limit of 3. Use --limit to list more.',
    ]);
  });

  it.each([
    ['that does not exist', 404, 1],
    ['that the token is not allowed to read', 403, 1],
    ['without jobs', 200, 0],
  ])('reports a destination %s', async (_name, status, code) => {
    const destination = status === 200 ? ok({}) : () => refusal(status, 'not_found');
    api.answers = [page([]), page([]), destination];
    const listed = await deletions('list', '--destination', 'a b');
    expect(listed.code).toBe(code);
    expect(listed.stderr).toEqual(code === 0 ? [] : [expect.stringContaining('"a b"')]);
    expect(api.received.at(-1)?.path).toBe('/v2/destinations/a%20b');
  });
});

describe('deletions except and extend', () => {
  const at = '2026-01-02T00:00:00Z';

  it('send the reason, and show what is stored', async () => {
    const given = { at, createdBy: 'ci', reason: 'gone' };
    api.answers = [
      ok({ ...given, basis: 'a law' }),
      ok({ ...given, previousDueAt: at, dueAt: '2026-03-02T00:00:00Z' }),
    ];
    const excepted = await deletions(
      ...['except', '--job', '4711', '--reason', 'gone', '--basis', 'a law'],
    );
    expect(excepted.stdout[0]).toMatch(/^The job 4711 is closed with an exception since 2026-/);
    const extended = await deletions('extend', '--regulation', 'r', '--reason', 'gone');
    expect(extended.stdout[0]).toMatch(/^The deadline is 2026-03-02/);
    expect(api.received.map(({ path, body }) => [path, body])).toEqual([
      ['/v2/deletion-jobs/4711/exception', { reason: 'gone', basis: 'a law' }],
      ['/v2/regulations/r/extension', { reason: 'gone' }],
    ]);
  });
});

describe('deletions retry', () => {
  const retried = (jobs: number, more: boolean) =>
    ok({ jobs, users: 2 * jobs, more, leftOut: [{ destinationId: 'gone', reason: 'Deleted.' }] });

  it('retries in batches, with the same upper limit for the time of the jobs', async () => {
    api.answers = [retried(3, true), retried(1, false)];
    const { code, stdout, stderr } = await deletions('retry', '--destination', 'dst');
    expect({ code, stdout }).toEqual({ code: 0, stdout: ['4 new jobs with 8 users.'] });
    expect(stderr).toEqual(['3 new jobs so far.', 'gone: Deleted.']);
    const [first, second] = api.received.map(({ body }) => body as object);
    expect(first).toEqual({
      destinationId: 'dst',
      limit: 1_000,
      createdBefore: expect.any(String) as string,
    });
    expect(second).toEqual(first);
  });

  it('ends on Ctrl-C with exit code 130, and says how much is done', async () => {
    const arrived = new Promise<void>((resolve) => {
      const soon = { 'retry-after': '20' };
      const busy = () => {
        resolve();
        return refusal(503, 'unavailable', undefined, soon);
      };
      api.answers = [retried(3, true), busy];
    });
    const command = startCommand(['deletions', 'retry'], api.environment);
    await arrived;
    const { code, stdout, stderr } = await command.interrupt();
    expect({ code, stdout }).toEqual({ code: 130, stdout: [] });
    expect(stderr.at(-1)).toMatch(/^3 new jobs so far\. Run the same command again/);
  });

  it('says that the jobs may exist if the answer to the first attempt was lost', async () => {
    const conflict = () => refusal(409, 'conflict');
    api.answers = [conflict];
    const plain = await deletions('retry', '--regulation', 'r-1');
    expect(plain).toMatchObject({ code: 1, stderr: ['because of conflict'] });
    api.answers = [() => undefined, conflict];
    const { code, stderr } = await deletions('retry', '--regulation', 'r-1');
    expect(code).toBe(1);
    expect(stderr.at(-1)).toContain('may have created the new jobs');
    expect(api.received[0]).toMatchObject({ method: 'POST', path: '/v2/regulations/r-1/retry' });
  });
});

describe('deletions verify', () => {
  it('asks the destinations of a regulation, and names those that cannot be asked', async () => {
    const leftOut = [{ destinationId: 'hook', reason: 'No way.' }];
    api.answers = [ok({ verifications: 2, leftOut })];
    const { code, stdout, stderr } = await deletions('verify', '--regulation', 'r 1');
    expect({ code, stdout }).toEqual({ code: 0, stdout: ['2 destinations will be asked.'] });
    expect(stderr).toEqual(['hook: No way.']);
    const [request] = api.received;
    expect(request).toMatchObject({ method: 'POST', path: '/v2/regulations/r%201/verify' });
  });
});

describe('regulations get', () => {
  it('shows the verification of each destination, and escapes what changes the direction of text', async () => {
    const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;
    const deletion = { status: 'complete', attempts: 0, overdue: false };
    const record = { method: 'count', counts: { rows: 3 } };
    const found = { status: 'found', dueAt: at(1), checkedAt: at(2), nextCheckAt: at(3), found: 2 };
    const deletions = [
      { ...deletion, destinationId: 'pg', verification: { ...found, record } },
      { ...deletion, destinationId: 'crm', verification: { status: 'pending', dueAt: at(4) } },
      { ...deletion, destinationId: 'none' },
    ];
    const regulation = { id: 'r', regulationType: 'delete', attributes: { userId: 'u' } };
    api.answers = [
      ok({
        ...{ ...regulation, status: 'deleted', createdAt: at(1), createdBy: 't' },
        ...{ canceledAt: null, reason: 'a\u202eb', deletions },
      }),
    ];
    const { stdout } = await runCli(['regulations', 'get', 'r'], api.environment);
    expect(stdout.find((line) => line.startsWith('reason'))).toMatch(/ a\\u202eb$/);
    const table = stdout.slice(stdout.findIndex((line) => line.includes('VERIFICATION')));
    expect(table.map((line) => line.split(/ {2,}/))).toEqual([
      ['DESTINATION', 'VERIFICATION', 'FOUND', 'CHECKED', 'NEXT CHECK', 'DETAIL'],
      ['pg', 'found', '2', '2026-01-02 12:00Z', '2026-01-03 12:00Z', 'count, rows: 3'],
      ['crm', 'pending', '-', '-', '2026-01-04 12:00Z'],
    ]);
  });
});

describe('deletions watch', () => {
  it('reports how many jobs failed permanently meanwhile', async () => {
    api.answers = [summary({ pending: 3, aborted: 1 }), summary({ complete: 1, aborted: 3 })];
    const { code, stdout, stderr } = await deletions('watch');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: [
        '3 open, 1 aborted, 2 on hold',
        '2 jobs failed permanently. "deletions list --needs-attention" shows the reasons.',
      ],
    });
    expect(stdout.slice(1)).toEqual([
      expect.stringMatching(
        /^dst +CUSTOM +complete +1 .* 2 on hold, 1 needing attention, 3 found again$/,
      ),
      expect.stringMatching(/^ +aborted +3 +2026-01-01 00:00Z$/),
    ]);
  });

  it('shows the last summary after Ctrl-C, and ends with exit code 1', async () => {
    api.answers = [summary({ pending: 3, aborted: 1 })];
    const command = startCommand(['deletions', 'watch'], api.environment);
    await command.waitForLine(/^3 open/);
    expect(await command.interrupt()).toMatchObject({
      code: 1,
      stderr: ['3 open, 1 aborted, 2 on hold', '3 jobs still open.'],
    });
  });

  it('continues while the API restarts', async () => {
    const soon = { 'retry-after': '0' };
    const restarting = () => refusal(503, 'unavailable', undefined, soon);
    api.answers = [summary({ running: 1 }), restarting, summary({ complete: 1 })];
    expect(await deletions('watch')).toMatchObject({ code: 0 });
  });

  it('rejects a mistyped destination, which has no open jobs either', async () => {
    api.answers = [summary({ pending: 1 }), page([]), () => refusal(404, 'not_found')];
    const { code, stdout } = await deletions('watch', '--destination', 'dts');
    expect({ code, stdout }).toEqual({ code: 1, stdout: [] });
  });
});

describe('users lookup', () => {
  const lookup = (...args: string[]) => runCli(['users', 'lookup', ...args], api.environment);

  it.each([[[]], [['u', '--email', 'e@example.com']]])(
    'is refused without exactly one identifier: %j',
    async (args) => {
      expect(await lookup(...args)).toMatchObject({ code: 2, stdout: [] });
      expect(api.received).toEqual([]);
    },
  );

  it('asks for full identifiers only with --full, and shows that an answer is incomplete', async () => {
    const person = {
      userId: 'u\u001b',
      suppressionKey: 'u',
      otherIds: { count: 1, userIds: ['U'] },
      suppressed: {
        sources: [{ sourceId: 's', since: '2026-01-01T00:00:00Z' }],
        moreSources: true,
      },
      deletions: [{ ...job('1'), regulationId: 'r', reason: 'no' }],
      moreDeletions: true,
      openDeletions: 1,
      regulations: [],
    };
    api.answers = [ok({ people: [person, person], more: true })];
    const { stdout, stderr } = await lookup('--phone', '+1 555 0100', '--full');
    expect(api.received[0]?.text).toBe('{"phone":"+1 555 0100","identifiers":"full"}');
    expect(stdout.slice(0, stdout.length / 2)).toEqual([
      'user             u\\u001b',
      'suppression key  u',
      'other ids        U (same suppression key, perhaps other persons)',
      'suppressed       at s since 2026-01-01 00:00Z',
      '                 at more sources',
      'open deletions   1 or more',
      '',
      expect.stringMatching(/^DESTINATION +STATE/),
      expect.stringMatching(/^dst +aborted +4 .* no$/),
      'There are more, older ones.',
    ]);
    expect(stderr).toEqual(['There are more users with this identifier.']);
    api.answers = [ok({ people: [], more: false })];
    await lookup('u');
    expect(api.received[1]?.text).toBe('{"userId":"u"}');
  });
});

describe('users unsuppress', () => {
  it('sends all ids of the user, and lists the ids that a conflict names', async () => {
    api.answers = [() => refusal(409, 'conflict', { a: 'is missing', b: 'is missing' })];
    const args = ['users', 'unsuppress', 'u', 'U', '--reason', 'opted in'];
    const { code, stderr } = await runCli(args, api.environment);
    expect(api.received[0]?.text).toBe('{"userId":"u","userIds":["U"],"reason":"opted in"}');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: ['because of conflict', '  a: is missing', '  b: is missing'],
    });
  });
});
