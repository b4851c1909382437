import { jest } from '@jest/globals';
import {
  TEST_RUN_TIMES,
  testRunRequestedSchema,
  transformationTestRequestedSchema,
  TOPICS,
  type TestRunRequested,
} from '@lethe/contracts';
import type { OutgoingRecord, Publisher } from '@lethe/messaging';
import { sendOverTopic } from './send-test-request.js';
import { TestRuns, type TestRunsOptions, type WantedTestRun } from './test-runs.js';

const WANTED: WantedTestRun = {
  requestId: 'request-1',
  workspaceId: 'ws_1',
  destinationIds: ['dst_1'],
  mayMoveSecrets: false,
  stages: { userTransform: true, destTransform: true, sendToDestination: false },
  message: { type: 'track' },
};

function useRuns(config: Partial<TestRunsOptions['config']> = {}) {
  const published: OutgoingRecord[] = [];
  const state: { isReading: boolean; publish: () => Promise<void> } = {
    isReading: true,
    publish: () => Promise.resolve(),
  };
  const sealedFor: unknown[] = [];
  const publisher: Publisher = {
    connect: () => Promise.resolve(),
    close: () => Promise.resolve(),
    publish: async (records) => {
      published.push(...records);
      await state.publish();
      return new Map();
    },
  };
  const runs = new TestRuns({
    send: sendOverTopic(publisher, 'x.'),
    isReading: () => state.isReading,
    secrets: {
      seal: (text, place) => {
        sealedFor.push(place);
        return Buffer.from(text).toString('hex');
      },
    },
    config: { LETHE_MAX_TEST_RUNS: 128, LETHE_TEST_RUN_TIMEOUT: 30, ...config },
  });
  const requests = () =>
    published.map(({ value }) => {
      const request: unknown = JSON.parse(String(value));
      const read = testRunRequestedSchema.parse(request);
      expect(read).toEqual(request); // no unknown members
      return read;
    });
  return {
    runs,
    state,
    published,
    sealedFor,
    requests,
    request: (n = 0): TestRunRequested => requests()[n]!,
    /** Returns the number of runs that wait for results. */
    pending: () => (runs as unknown as { pending: ReadonlyMap<string, unknown> }).pending.size,
    answer: (runId: string, destinationId: string, value = resultOf(destinationId)) => {
      const record = { runId, destinationId, result: value };
      runs.handleResult({ key: runId, value: Buffer.from(JSON.stringify(record)) });
    },
  };
}

const resultOf = (destinationId: string, destinationName = '') => ({
  destinationId,
  destination: 'WEBHOOK',
  destinationName,
  data: [],
});

describe('a test run', () => {
  it('is published in the format of the runner, with the id of the run as the key', async () => {
    const { runs, published, request, answer } = useRuns();
    const before = Date.now();
    const run = runs.run({ ...WANTED, sourceId: 'src_1' });
    const { runId, deadline, ...rest } = request();
    expect(rest).toEqual({ ...WANTED, sourceId: 'src_1' });
    expect(deadline - TEST_RUN_TIMES.run).toBeGreaterThanOrEqual(before);
    expect(deadline - TEST_RUN_TIMES.run).toBeLessThanOrEqual(Date.now());
    expect(published[0]).toMatchObject({
      topic: `x.${TOPICS.testRequests.name}`,
      key: runId,
      headers: { ce_id: runId },
    });
    answer(runId, 'dst_1');
    expect(await run).toEqual([resultOf('dst_1')]);
  });

  it('takes the result of a runner in this process, and ignores a late one', async () => {
    const { runs, request, pending } = useRuns();
    const run = runs.run(WANTED);
    const { runId } = request();
    const result = { runId, destinationId: 'dst_1', result: resultOf('dst_1') };
    runs.takeResult({ ...result, runId: 'another run' });
    expect(pending()).toBe(1);
    runs.takeResult(result);
    runs.takeResult({ ...result, result: resultOf('dst_1', 'late') });
    expect(await run).toEqual([resultOf('dst_1')]);
    expect(pending()).toBe(0);
    expect(() => {
      runs.takeResult(result);
    }).not.toThrow();
  });

  it('seals its overrides with its id, and publishes them only in sealed form', async () => {
    const { runs, published, sealedFor, request, answer } = useRuns();
    const run = runs.run({ ...WANTED, destinationConfig: { password: 'secret' } });
    const { runId, sealedConfig = '' } = request();
    expect(JSON.parse(Buffer.from(sealedConfig, 'hex').toString())).toEqual({ password: 'secret' });
    expect(sealedFor).toEqual([{ workspaceId: '', kind: 'override', id: runId }]);
    expect(JSON.stringify([published[0]?.value?.toString(), published[0]?.headers])).not.toContain(
      'secret',
    );
    answer(runId, 'dst_1');
    await run;
  });

  it('gets a new id each time', async () => {
    const { runs, requests, answer } = useRuns();
    const both = [runs.run(WANTED), runs.run(WANTED)];
    const ids = requests().map(({ runId }) => runId);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) answer(id, 'dst_1');
    await Promise.all(both);
  });

  it('answers in the order of the request, even if the results arrive in another order', async () => {
    const { runs, request, answer } = useRuns();
    const destinationIds = ['dst_b', 'dst_a', 'dst_c'];
    const run = runs.run({ ...WANTED, destinationIds });
    for (const id of ['dst_c', 'dst_b', 'dst_a']) answer(request().runId, id);
    expect((await run).map((result) => result.destinationId)).toEqual(destinationIds);
  });

  it('ignores results of other runs, and results of destinations that it does not test', async () => {
    const { runs, requests, answer } = useRuns();
    const destinationIds = ['dst_1', 'dst_2'];
    const one = runs.run({ ...WANTED, destinationIds });
    const other = runs.run({ ...WANTED, destinationIds: ['dst_2'] });
    const [first = '', second = ''] = requests().map(({ runId }) => runId);
    answer(first, 'dst_1', resultOf('dst_1', 'first'));
    answer(first, 'dst_9');
    answer('a-run-of-another-gateway', 'dst_2');
    answer(second, 'dst_2', resultOf('dst_2', 'second'));
    expect(await other).toEqual([resultOf('dst_2', 'second')]);
    answer(first, 'dst_2', resultOf('dst_2', 'first'));
    expect(await one).toEqual([resultOf('dst_1', 'first'), resultOf('dst_2', 'first')]);
  });

  it('keeps the first result of a destination, and waits for the results of all other destinations', async () => {
    const { runs, request, answer } = useRuns();
    const run = runs.run({ ...WANTED, destinationIds: ['dst_1', 'dst_2'] });
    const { runId } = request();
    answer(runId, 'dst_1', resultOf('dst_1', 'first'));
    answer(runId, 'dst_1', resultOf('dst_1', 'again'));
    let isOver = false;
    void run.then(() => (isOver = true));
    await new Promise(setImmediate);
    expect(isOver).toBe(false);
    answer(runId, 'dst_2');
    expect((await run)[0]).toEqual(resultOf('dst_1', 'first'));
  });

  it('accepts a result that arrives before the publisher confirms the request', async () => {
    const { runs, state, request, answer } = useRuns();
    state.publish = async () => {
      answer(request().runId, 'dst_1');
      await new Promise(setImmediate);
    };
    expect(await runs.run(WANTED)).toEqual([resultOf('dst_1')]);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"destinationId":'],
    ['null', 'null'],
    ['a text', '"dst_1"'],
    ['no result', '{"destinationId":"dst_1"}'],
    ['a text for a result', '{"destinationId":"dst_1","result":"x"}'],
    ['null for a result', '{"destinationId":"dst_1","result":null}'],
    ['no destination', '{"result":{}}'],
  ])('ignores a record with %s', async (_, value) => {
    const { runs, request, answer } = useRuns();
    const run = runs.run(WANTED);
    const { runId } = request();
    runs.handleResult({ key: runId, value: value === null ? null : Buffer.from(value) });
    runs.handleResult({ key: null, value: value === null ? null : Buffer.from(value) });
    answer(runId, 'dst_1');
    expect(await run).toEqual([resultOf('dst_1')]);
  });
});

describe('a test run that cannot start', () => {
  it('is refused immediately while the gateway reads no results, and is not published', async () => {
    const { runs, state, published, pending } = useRuns();
    state.isReading = false;
    await expect(runs.run(WANTED)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    expect(published).toEqual([]);
    expect(pending()).toBe(0);
  });

  it('is not repeated if publishing fails, and the error says that the outcome is unknown', async () => {
    const { runs, state, published, pending } = useRuns();
    const cause = new Error('broker 10.0.0.7');
    state.publish = () => Promise.reject(cause);
    await expect(runs.run(WANTED)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^(?!.*10\.0).*unknown/) as string,
      cause,
    });
    expect(published).toHaveLength(1);
    expect(pending()).toBe(0);
  });

  it('is not pending if its overrides cannot be sealed', async () => {
    const { runs, pending } = useRuns();
    const destinationConfig = {
      toJSON: () => {
        throw new Error('no key');
      },
    };
    await expect(runs.run({ ...WANTED, destinationConfig })).rejects.toThrow('no key');
    expect(pending()).toBe(0);
  });
});

describe('a test run without a timely answer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('ends exactly 30 s after its start, and is then no longer pending', async () => {
    const { runs, pending, request, answer } = useRuns();
    let outcome: unknown;
    void runs.run(WANTED).catch((error: unknown) => (outcome = error));
    await jest.advanceTimersByTimeAsync(TEST_RUN_TIMES.answer - 1);
    expect(outcome).toBeUndefined();
    expect(pending()).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(outcome).toMatchObject({ code: 'test_run_timeout', status: 504 });
    expect(pending()).toBe(0);
    answer(request().runId, 'dst_1'); // a late result
    expect(pending()).toBe(0);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends earlier if the configured timeout is lower, and its runner stops 5 s before', async () => {
    const { runs, request } = useRuns({ LETHE_TEST_RUN_TIMEOUT: 6 });
    let outcome: unknown;
    void runs.run(WANTED).catch((error: unknown) => (outcome = error));
    expect(request().deadline - Date.now()).toBe(1_000);
    await jest.advanceTimersByTimeAsync(5_999);
    expect(outcome).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    expect(outcome).toMatchObject({ code: 'test_run_timeout' });
  });

  it('ends at its timeout even if some results have arrived', async () => {
    const { runs, request, answer } = useRuns();
    const run = runs.run({ ...WANTED, destinationIds: ['dst_1', 'dst_2'] });
    const ended = expect(run).rejects.toMatchObject({ code: 'test_run_timeout' });
    answer(request().runId, 'dst_1');
    await jest.advanceTimersByTimeAsync(TEST_RUN_TIMES.answer);
    await ended;
  });

  it('ends at its timeout even if publishing took some of the time', async () => {
    const { runs, state } = useRuns();
    state.publish = () => new Promise((done) => setTimeout(done, 4_000));
    const ended = expect(runs.run(WANTED)).rejects.toMatchObject({ code: 'test_run_timeout' });
    await jest.advanceTimersByTimeAsync(TEST_RUN_TIMES.answer);
    await ended;
  });

  it('keeps no timer after its answer', async () => {
    const { runs, request, answer } = useRuns();
    const run = runs.run(WANTED);
    await jest.advanceTimersByTimeAsync(10);
    answer(request().runId, 'dst_1');
    await run;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('counts against the limit of its workspace, and not against the limit of other workspaces', async () => {
    const { runs, requests, answer } = useRuns({ LETHE_MAX_TEST_RUNS: 2 });
    const first = [runs.run(WANTED), runs.run(WANTED)];
    await expect(runs.run(WANTED)).rejects.toMatchObject({ code: 'too_many_requests' });
    const other = runs.run({ ...WANTED, workspaceId: 'ws_2' });
    for (const { runId } of requests()) answer(runId, 'dst_1');
    await Promise.all([...first, other]);
    // Ended runs do not count against the limit, even if they failed.
    const again = runs.run(WANTED);
    answer(requests().at(-1)!.runId, 'dst_1');
    await again;
    expect(requests()).toHaveLength(4);
  });
});

describe('a test of a transformation', () => {
  const wanted = {
    ...{ requestId: 'request-1', workspaceId: 'ws_1' },
    ...{ mayMoveSecrets: false, mayReadCatalog: false },
    transformationTest: {
      code: 'x',
      events: [{ type: 'track' }],
      stages: { userTransform: true, destTransform: false },
    },
  };
  const forever = new AbortController().signal;
  const valueOf = ({ value }: OutgoingRecord) => JSON.parse(String(value)) as { runId: string };

  it('is published in a separate format, and is answered', async () => {
    const { runs, published } = useRuns();
    const test = runs.testTransformation(wanted, forever);
    const { runId, ...rest } = transformationTestRequestedSchema.parse(valueOf(published[0]!));
    expect(rest).toEqual({ ...wanted, deadline: expect.any(Number) as unknown });
    // A runner of an earlier version must not treat the request as a test of a destination.
    expect(testRunRequestedSchema.safeParse(valueOf(published[0]!)).success).toBe(false);
    const tested = { results: [] };
    runs.handleResult({ key: runId, value: Buffer.from(JSON.stringify({ runId, tested })) });
    expect(await test).toEqual(tested);
  });

  it('throws the error of the runner', async () => {
    const { runs, published } = useRuns();
    const test = runs.testTransformation(wanted, forever);
    const { runId } = valueOf(published[0]!);
    const tested = { code: 'too_many_requests', message: 'too many' };
    runs.handleResult({ key: runId, value: Buffer.from(JSON.stringify({ runId, tested })) });
    await expect(test).rejects.toMatchObject({ code: 'too_many_requests', message: 'too many' });
  });

  it('gives its slot back when its caller disconnects, and notifies the runner', async () => {
    const { runs, published, pending } = useRuns({ LETHE_MAX_TEST_RUNS: 1 });
    const leaving = new AbortController();
    const test = runs.testTransformation(wanted, leaving.signal);
    leaving.abort(new Error('left'));
    await expect(test).rejects.toThrow('left');
    expect(pending()).toBe(0);
    const { runId } = valueOf(published[0]!);
    expect(published.map(valueOf)[1]).toEqual({ runId, canceled: true });
    await expect(runs.testTransformation(wanted, leaving.signal)).rejects.toThrow('left');
    expect(published).toHaveLength(2);
  });
});
