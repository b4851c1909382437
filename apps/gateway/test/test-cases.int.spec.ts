import { LetheError } from '@lethe/contracts';
import type { GatewayParts } from '../src/index.js';
import { as, useCatalogGateway } from './catalog-gateway.js';

const gateway = useCatalogGateway();
type Test = Parameters<GatewayParts['testRuns']['testTransformation']>[0];
type Tested = Awaited<
  ReturnType<GatewayParts['testRuns']['testTransformation']>
>['results'][number];

const CASES = '/transformations/tr/test-cases';
const OF_HOOK = '/v2/destinations/dst/test-cases';
const EVENT = { type: 'track' };
const EXPECTED = [{ event: EVENT }];
const OK: Tested = { output: EXPECTED, dropped: false, logs: [], ms: 1 };

let ran: Test[] = [];

/** Makes each test run end with the outcome. By default, the output is the expected output. */
function runsAs(outcome: (test: Test, signal: AbortSignal) => Tested | Promise<Tested> = () => OK) {
  ran = [];
  Object.assign(gateway.testRuns, {
    testTransformation: async (test: Test, signal: AbortSignal) => {
      ran.push(test);
      return { results: [await outcome(test, signal)] };
    },
  });
}

const nameOf = ({ transformationTest: { events } }: Test): unknown => events[0]?.name;
const save = (id: string, more: object = {}, path = CASES) =>
  gateway.send('POST', path, { id, name: id, event: { name: id }, expected: EXPECTED, ...more });
const run = (body: unknown = {}, path = CASES, headers = {}) =>
  gateway.send('POST', `${path}/run`, body, headers);

beforeEach(async () => {
  await gateway.send('DELETE', '/v2/destinations/dst');
  await gateway.send('DELETE', '/transformations/tr');
  await gateway.send('POST', '/transformations', { id: 'tr', name: 'T', code: 'saved' });
  await gateway.send('POST', '/v2/destinations', { id: 'dst', name: 'D', type: 'WEBHOOK' });
  runsAs();
});

describe('test cases', () => {
  it("keep the order of the event's members, and have all possible stages by default", async () => {
    const event = { zebra: 1, a: { 'b/c': null, a: [1.5, 'ü'] }, ['__proto__']: 7 };
    const made = await gateway.send('POST', OF_HOOK, { name: 'N', event, expected: [] });
    expect(made).toMatchObject({
      status: 201,
      body: { testCase: { stages: ['user_transform', 'dest_transform'], expected: [] } },
    });
    const location = made.headers.get('location') ?? '';
    expect(location).toMatch(/^\/v2\/destinations\/dst\/test-cases\/case_/);
    const { testCase } = (await gateway.send('GET', location)).body as {
      testCase: { event: object };
    };
    expect(JSON.stringify(testCase.event)).toBe(JSON.stringify(event));
    expect((await save('c')).body).toMatchObject({ testCase: { stages: ['user_transform'] } });
  });

  it('have unique names at each transformation or destination, and are deleted with it', async () => {
    expect(await save('one', { name: 'N' })).toMatchObject({ status: 201 });
    expect(await save('two', { name: 'N' })).toMatchObject({ status: 409 });
    expect(await save('two', { name: 'N' }, OF_HOOK)).toMatchObject({ status: 201 });
    expect(await save('two', { name: 'M' })).toMatchObject({ status: 409 });
    expect(await save('three', { name: 'M' })).toMatchObject({ status: 201 });
    const renamed = await gateway.send('PATCH', `${CASES}/three`, { name: 'N' });
    expect(renamed).toMatchObject({ status: 409, body: { code: 'conflict' } });
    // A test case is not found at a transformation to which it does not belong.
    expect(await gateway.send('GET', `${CASES}/two`)).toMatchObject({ status: 404 });
    expect(await gateway.send('DELETE', `${CASES}/two`)).toMatchObject({ status: 404 });
    expect(await gateway.send('PATCH', `${CASES}/two`, {})).toMatchObject({ status: 404 });

    await gateway.send('DELETE', '/transformations/tr');
    await gateway.send('POST', '/transformations', { id: 'tr', name: 'T', code: '' });
    expect((await gateway.send('GET', CASES)).body).toMatchObject({ testCases: [] });
    expect((await gateway.send('GET', OF_HOOK)).body).toMatchObject({ paging: { total: 1 } });
    await gateway.send('DELETE', '/v2/destinations/dst');
    expect(
      await gateway.connection.query(`select id from catalog.test_cases where name = 'N'`),
    ).toEqual([]);
  });

  it('are limited to a hundred for each transformation or destination, even if they are created at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 104 }, (_, n) => save(`many_${n}`, { event: {} })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.find(({ status }) => status !== 201)).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining('100 test cases') as unknown } },
    });
    expect(await run()).toMatchObject({ status: 200, body: { passed: 100 } });
  });

  it('are listed completely, in pages if they are large', async () => {
    const event = { text: 'x'.repeat(60 * 1024) };
    for (let n = 10; n < 32; n += 1) await save(`large_${n}`, { event });
    const first = await gateway.send('GET', CASES);
    const { next = '' } = first.body.paging as { next?: string };
    expect(next).toMatch(/^\/transformations\/tr\/test-cases\?page=1&after=large_/);
    const rest = await gateway.send('GET', next);
    const ids = [first, rest].flatMap(({ body }) =>
      (body.testCases as { id: string }[]).map(({ id }) => id),
    );
    expect(ids).toEqual(Array.from({ length: 22 }, (_, n) => `large_${n + 10}`));
  });

  it.each<[string, object, string]>([
    ['no event', { event: undefined }, 'event'],
    ['an event that is a list', { event: [] }, 'event'],
    ['an event that is null', { event: null }, 'event'],
    ['a large event', { event: { a: 'x'.repeat(64 * 1024) } }, 'event'],
    ['large outputs', { expected: [{ event: { a: 'x'.repeat(256 * 1024) } }] }, 'expected'],
    ['no expected outputs', { expected: undefined }, 'expected'],
    ['an object as expected outputs', { expected: {} }, 'expected'],
    ['an expected string', { expected: ['a'] }, 'expected[0]'],
    ['an unknown member of an output', { expected: [{ events: 1 }] }, 'expected[0].events'],
    ['no stage', { stages: [] }, 'stages'],
    ['a stage twice', { stages: ['user_transform', 'user_transform'] }, 'stages'],
    ['a stage that a transformation lacks', { stages: ['dest_transform'] }, 'stages'],
    ['a stage that sends', { stages: ['send_to_destination'] }, 'stages'],
    ['stages that are not a list', { stages: { user_transform: true } }, 'stages'],
    ['no name', { name: '' }, 'name'],
    ['ignored paths that are not a list', { ignore: '/0/event' }, 'ignore'],
    ['an invalid path', { ignore: ['/0/a', '0/a'] }, 'ignore[1]'],
    ['a path to the whole output', { ignore: [''] }, 'ignore[0]'],
    ['a path with an invalid escape', { ignore: ['/~2'] }, 'ignore[0]'],
    ['a path twice', { ignore: ['/0/a', '/0/a'] }, 'ignore'],
    ['too many paths', { ignore: Array.from({ length: 101 }, (_each, n) => `/${n}`) }, 'ignore'],
    ['large ignored paths', { ignore: ['/' + 'x'.repeat(256 * 1024)] }, 'expected'],
    ['an id with a blank', { id: 'a b' }, 'id'],
  ])('are refused with %s', async (_, more, path) => {
    expect(await save('wrong', more)).toMatchObject({
      ...{ status: 400, body: { details: { [path]: expect.any(String) as unknown } } },
    });
  });

  it('belong to an existing owner, and are not found below other owners', async () => {
    await save('mine');
    for (const [path, headers] of [
      ['/transformations/none/test-cases', {}],
      ['/v2/destinations/tr/test-cases', {}],
      ['/transformations/a%20b/test-cases', {}],
      ['/transformations/%00/test-cases', {}],
      [CASES, as('other')],
    ] as const) {
      const body = { name: 'N', event: {}, expected: [] };
      for (const [method, at, sent] of [
        ['GET', path, undefined],
        ['POST', path, body],
        ['GET', `${path}/mine`, undefined],
        ['PUT', `${path}/mine`, body],
        ['PATCH', `${path}/mine`, {}],
        ['DELETE', `${path}/mine`, undefined],
        ['POST', `${path}/run`, {}],
      ] as const) {
        const { status } = await gateway.send(method, at, sent, headers);
        expect([method, at, status]).toEqual([method, at, 404]);
      }
    }
    expect((await gateway.send('GET', CASES)).body).toMatchObject({ paging: { total: 1 } });
    expect(await run({}, CASES, as('viewer'))).toMatchObject({ status: 403 });
    expect(await run({ code: 'all of it' }, CASES, as('tester'))).toMatchObject({
      ...{ status: 403, body: { message: expect.stringContaining('catalog:read') as unknown } },
    });
  });
});

describe('a run of test cases', () => {
  it('returns passed cases, differences and errors', async () => {
    await save('b', { event: { name: 'b' }, expected: [{ event: { type: 'track', n: 1 } }] });
    await save('a', { event: { name: 'a' } });
    await save('c', { event: { name: 'c' } });
    await save('d', { event: { name: 'd' }, expected: [] });
    const error = { message: 'Error: no', line: 3, column: 9 };
    runsAs((test) => {
      if (nameOf(test) === 'c') return { ...OK, output: [], error };
      return nameOf(test) === 'd' ? { ...OK, output: [], dropped: true } : OK;
    });
    expect(await run()).toMatchObject({ status: 200 });
    expect((await run()).body).toEqual({
      ...{ passed: 2, failed: 1, errors: 1 },
      results: [
        { id: 'a', name: 'a', status: 'passed' },
        {
          ...{ id: 'b', name: 'b', status: 'failed', actual: EXPECTED },
          diff: [{ op: 'remove', path: '/0/event/n' }],
        },
        { id: 'c', name: 'c', status: 'error', error },
        { id: 'd', name: 'd', status: 'passed' },
      ],
    });
  });

  it('does not compare ignored paths', async () => {
    const expected = [{ event: { type: 'track', at: 1, id: 'x' } }];
    await save('a', { expected, ignore: ['/0/event/at', '/0/event/id'] });
    const output = [{ event: { type: 'track', at: 2 } }];
    runsAs(() => ({ ...OK, output }));
    expect((await run()).body).toMatchObject({ passed: 1 });

    // Differences at paths that are not ignored are returned, and the complete output is shown.
    await gateway.send('PATCH', `${CASES}/a`, { ignore: ['/0/event/at'] });
    expect((await gateway.send('GET', `${CASES}/a`)).body).toMatchObject({
      testCase: { ignore: ['/0/event/at'], expected },
    });
    expect((await run()).body).toMatchObject({
      results: [
        { status: 'failed', actual: output, diff: [{ op: 'remove', path: '/0/event/id' }] },
      ],
    });
    await gateway.send('PATCH', `${CASES}/a`, { ignore: [] });
    expect((await run()).body).toMatchObject({
      results: [{ diff: [{ path: '/0/event/at' }, { path: '/0/event/id' }] }],
    });
  });

  it('runs only the requested cases, with unsaved code, and with the rights of the caller', async () => {
    await save('a');
    await save('b');
    await save('h', { stages: ['dest_transform'] }, OF_HOOK);
    expect((await run({ ids: ['b', 'b'], code: 'new' })).body).toMatchObject({ passed: 1 });
    expect((await run({}, OF_HOOK)).body).toMatchObject({ passed: 1 });
    expect(ran).toMatchObject([
      {
        ...{ workspaceId: 'ws_a', mayMoveSecrets: true },
        transformationTest: {
          ...{ transformationId: 'tr', code: 'new', events: [{ name: 'b' }] },
          stages: { userTransform: true, destTransform: false },
        },
      },
      {
        transformationTest: {
          ...{ destinationId: 'dst', events: [{ name: 'h' }] },
          stages: { userTransform: false, destTransform: true },
        },
      },
    ]);
    await run({}, CASES, as('runner'));
    expect(ran.at(-1)).toMatchObject({ mayMoveSecrets: false, mayReadCatalog: true });
  });

  it.each<[string, unknown, string]>([
    ['an unknown id', { ids: ['a', 'nope'] }, 'ids[1]'],
    ['an invalid id', { ids: ['a', 7] }, 'ids[1]'],
    ['no ids', { ids: [] }, 'ids'],
    ['ids that are not a list', { ids: 'a' }, 'ids'],
    ['too many ids', { ids: Array.from({ length: 101 }, (_, n) => `a${n}`) }, 'ids'],
    ['code that is not a string', { code: 7 }, 'code'],
    ['code that is too large', { code: 'x'.repeat(300_000) }, 'code'],
    ['an unknown name', { events: [] }, 'events'],
    ['a list', [], 'body'],
  ])('refuses %s, and runs nothing', async (_, body, path) => {
    await save('a');
    expect(await run(body)).toMatchObject({
      ...{ status: 400, body: { details: { [path]: expect.any(String) as unknown } } },
    });
    expect(ran).toEqual([]);
  });

  it('runs unsaved cases instead of the saved ones, in their order, and does not save them', async () => {
    await save('a');
    const unsaved = [
      { name: 'z', event: { name: 'z' }, expected: [] },
      { name: 'y', id: 'case_y', event: { name: 'y' }, expected: EXPECTED, updatedAt: 'then' },
      { name: 'x', event: { name: 'x' }, expected: [{}], ignore: ['/0/event'] },
    ];
    expect((await run({ cases: unsaved, code: 'new' })).body).toEqual({
      ...{ passed: 2, failed: 1, errors: 0 },
      results: [
        {
          ...{ id: 'cases[0]', name: 'z', status: 'failed', actual: EXPECTED },
          diff: [{ op: 'add', path: '/0', value: EXPECTED[0] }],
        },
        { id: 'case_y', name: 'y', status: 'passed' },
        { id: 'cases[2]', name: 'x', status: 'passed' },
      ],
    });
    expect(ran.map(nameOf)).toEqual(['z', 'y', 'x']);
    expect(ran[0]).toMatchObject({ transformationTest: { transformationId: 'tr', code: 'new' } });
    const only = { name: 'h', event: {}, expected: [{}], stages: ['dest_transform'] };
    await run({ cases: [only] }, OF_HOOK);
    expect(ran.at(-1)?.transformationTest).toMatchObject({
      ...{ destinationId: 'dst', stages: { userTransform: false, destTransform: true } },
    });
    await run({ cases: [{ ...only, stages: undefined }] }, OF_HOOK);
    expect(ran.at(-1)?.transformationTest.stages).toEqual({
      ...{ userTransform: true, destTransform: true },
    });
    expect((await gateway.send('GET', CASES)).body).toMatchObject({ paging: { total: 1 } });
    const deep = JSON.parse('{"a":'.repeat(63) + '1' + '}'.repeat(63)) as unknown;
    const nested = { name: 'deep', event: deep, expected: [] };
    expect(await gateway.send('POST', CASES, nested)).toMatchObject({ status: 201 });
    expect(await run({ cases: [nested] })).toMatchObject({ status: 200 });
  });

  const CASE = { name: 'N', event: {}, expected: [] };
  it.each<[string, object, string]>([
    ['none', { cases: [] }, 'cases'],
    ['too many', { cases: Array<object>(101).fill(CASE) }, 'cases'],
    ['no list', { cases: CASE }, 'cases'],
    ['no object', { cases: [CASE, null] }, 'cases[1]'],
    ['ids, too', { cases: [CASE], ids: ['a'] }, 'cases'],
    ['no event', { cases: [CASE, { ...CASE, event: undefined }] }, 'cases[1].event'],
    ['an unknown member', { cases: [{ ...CASE, ignored: [] }] }, 'cases[0].ignored'],
    ['a line break in a name', { cases: [{ ...CASE, name: 'a\nb' }] }, 'cases[0].name'],
    ['a wrong stage', { cases: [{ ...CASE, stages: ['dest_transform'] }] }, 'cases[0].stages'],
    [
      'large outputs',
      { cases: [{ ...CASE, expected: [{ event: { a: 'x'.repeat(256 * 1024) } }] }] },
      'cases[0].expected',
    ],
  ])('refuses unsaved cases with %s, and runs nothing', async (_, body, path) => {
    await save('a');
    expect(await run(body)).toMatchObject({
      ...{ status: 400, body: { details: { [path]: expect.any(String) as unknown } } },
    });
    expect(ran).toEqual([]);
  });

  it('runs the other cases while one case hangs, and ends this case at the time limit', async () => {
    const url = await gateway.startAnother({ LETHE_TEST_RUN_TIMEOUT: 6 });
    for (const id of ['a', 'hangs', 'z']) await save(id);
    let canceled = 0;
    runsAs((test, signal) => {
      if (nameOf(test) !== 'hangs') return OK;
      return new Promise((_done, refuse) => {
        signal.addEventListener('abort', () => {
          canceled += 1;
          refuse(signal.reason as Error);
        });
      });
    });
    const answer = await fetch(`${url}${CASES}/run`, {
      method: 'POST',
      headers: { ...as('admin'), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(await answer.json()).toMatchObject({
      ...{ passed: 2, failed: 0, errors: 1 },
      results: [
        {},
        { id: 'hangs', error: { message: expect.stringContaining('time') as unknown } },
        {},
      ],
    });
    expect(canceled).toBe(1);
  });

  it('runs at most eight cases at once', async () => {
    for (let n = 0; n < 30; n += 1) await save(`c${n}`, { event: { name: n } });
    let running = 0;
    let most = 0;
    let release = (): void => undefined;
    const eightRun = new Promise<void>((done) => (release = done));
    runsAs(async () => {
      most = Math.max(most, (running += 1));
      if (running === 8) release();
      await eightRun;
      running -= 1;
      return OK;
    });
    expect((await run()).body).toMatchObject({ passed: 30 });
    expect(most).toBe(8);
  });

  it('omits further outputs when the answer has its maximum size', async () => {
    for (let n = 0; n < 4; n += 1) await save(`c${n}`);
    const event = { text: 'x'.repeat(400 * 1024) };
    runsAs(() => ({ ...OK, output: [{ event }] }));
    const { results, failed } = (await run()).body as {
      results: { actual?: unknown; leftOut?: true }[];
      failed: number;
    };
    expect(failed).toBe(4);
    const shown = results.filter(({ actual }) => actual !== undefined);
    expect(shown).toHaveLength(1);
    expect(results.filter(({ leftOut }) => leftOut)).toHaveLength(3);
    expect((await run({ ids: ['c3'] })).body).toMatchObject({ results: [{ actual: [{ event }] }] });
  });

  it('returns the reason if Lethe cannot turn the event of a case into requests, and fails if no case can run', async () => {
    await gateway.send('DELETE', '/v2/destinations/dst');
    await gateway.send('POST', '/v2/destinations', { id: 'dst', name: 'D', type: 'KAFKA' });
    await save('a', {}, OF_HOOK);
    await save('b', { stages: ['user_transform'] }, OF_HOOK);
    expect((await run({}, OF_HOOK)).body).toMatchObject({
      ...{ passed: 1, errors: 1 },
      results: [{ error: { message: expect.stringContaining('KAFKA') as unknown } }, {}],
    });
    runsAs(() => Promise.reject(new LetheError('unavailable')));
    expect(await run({}, OF_HOOK)).toMatchObject({ status: 503 });
    runsAs(() => Promise.reject(new LetheError('too_many_requests', { message: 'Too many.' })));
    expect((await run({}, OF_HOOK)).body).toMatchObject({
      ...{ errors: 2, results: [{}, { error: { message: 'Too many.' } }] },
    });
  });

  it('counts each case against the rate limit of tests', async () => {
    const url = await gateway.startAnother({ LETHE_RATE_TESTS: 1 });
    for (let n = 0; n < 20; n += 1) await save(`c${n}`);
    const post = (body = {}) =>
      fetch(`${url}${CASES}/run`, {
        method: 'POST',
        headers: { ...as('admin'), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post()).status).toBe(200);
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1);
    const unsaved = await post({ cases: [{ name: 'N', event: {}, expected: [] }] });
    expect(unsaved.status).toBe(429);
  });
});
