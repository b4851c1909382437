import { jest } from '@jest/globals';
import { getMaxListeners } from 'node:events';
import { LetheError, UNSAVED_DESTINATION, type TestRunRequested } from '@lethe/contracts';
import type { TransformInput } from '@lethe/destinations';
import {
  answer,
  dataOf,
  fakeParts,
  MESSAGE,
  providerOf,
  requestOf,
  run,
  SEND,
  targetOf,
  to,
  TRANSFORMS,
  turnsOf,
} from '../../test/test-parts.js';
import { runTest } from './run-test.js';
import type { TestRunParts } from '../stages/test-context.js';

const lost = () => {
  const taken = Promise.reject(new Error('commit failed'));
  taken.catch(() => undefined);
  return taken;
};
const untested = (error: unknown) => ({ destinationId: 'dst_1', destinationName: '', error });

describe('a run', () => {
  it.each([0, -1])('does not start if its deadline is in %i ms', async (left) => {
    let requested = false;
    const { results } = await run(
      { deadline: Date.now() + left },
      {
        findTarget: () => {
          requested = true;
          return Promise.resolve(undefined);
        },
      },
    );
    expect(results).toEqual([]);
    expect(requested).toBe(false);
  });

  it.each([
    [25_000, 25_000],
    [20_000, 20_000],
    [90_000, 25_000],
    [1e12, 25_000],
  ])('that has its deadline in %i ms lasts at most %i ms', async (left, most) => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await run({ deadline: Date.now() + left });
    const given = timers.mock.calls[0]?.[1];
    timers.mockRestore();
    clock.mockRestore();
    expect(given).toBe(most);
  });

  it('ends at its deadline', async () => {
    jest.useFakeTimers();
    const running = run(
      { deadline: Date.now() + 2_000, stages: SEND },
      {
        deliver: (_request, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              resolve({ status: 0, body: { error: 'stopped' }, truncated: false });
            });
          }),
      },
    );
    await jest.advanceTimersByTimeAsync(2_000);
    jest.useRealTimers();
    const { results } = await running;
    expect(dataOf(results[0]!)[0]).toMatchObject({
      destination_response: [{ error: expect.stringContaining('deadline') as string }],
    });
  });

  it('reads the catalog again until it contains the changes that were saved before the request', async () => {
    const [before, since] = ['2026-11-26T08:00:00.000Z', '2026-11-26T08:00:00.001Z'];
    const calls: unknown[] = [];
    const { results } = await run(
      { savedAt: since },
      {
        findTarget: (_workspaceId, id, sinceWhen) => {
          calls.push(sinceWhen);
          return Promise.resolve(targetOf({}, { id, savedAt: calls.length < 3 ? before : since }));
        },
      },
    );
    expect(calls).toEqual([since, since, since]);
    expect(results[0]).toMatchObject(['dst_1', { data: [{}] }]);
  });

  it('runs no code and sends nothing if the catalog lacks the saved changes at the deadline', async () => {
    let reached = 0;
    const reach = () => {
      reached += 1;
      return Promise.reject(new Error('reached'));
    };
    const { results } = await run(
      { savedAt: '2026-11-26T08:00:00.001Z', deadline: Date.now() + 300, stages: SEND },
      {
        findTarget: (_workspaceId, id) =>
          Promise.resolve(targetOf({}, { id, savedAt: '2026-11-26T08:00:00.000Z' })),
        ...{ runUserCode: reach, deliver: reach },
      },
    );
    expect(results).toEqual([
      ['dst_1', untested(expect.stringContaining('Not run, and nothing was sent'))],
    ]);
    expect(reached).toBe(0);
  });

  it('allows 64 listeners for its deadline, enough for the stages of all destinations', async () => {
    let listeners = 0;
    await run(
      {},
      {
        runUserCode: ({ events }, { signal }) => {
          listeners = getMaxListeners(signal);
          return Promise.resolve({
            status: 'ok',
            events: events.map((event) => ({ event })),
            dropped: [],
            logs: [],
          });
        },
      },
    );
    expect(listeners).toBe(64);
  });

  it('tests each destination once, and at most eight at a time', async () => {
    let inFlight = 0;
    let most = 0;
    let release: () => void = () => undefined;
    const eightInFlight = new Promise<void>((resolve) => (release = resolve));
    const destinationIds = Array.from({ length: 30 }, (_, n) => `dst_${n}`);
    const { results } = await run(
      { destinationIds: [...destinationIds, 'dst_0', 'dst_7'] },
      {
        deliver: async () => {
          inFlight += 1;
          most = Math.max(most, inFlight);
          if (inFlight === 8) release();
          await eightInFlight;
          // Waits long enough for a ninth test to begin.
          for (let tick = 0; tick < 10; tick += 1) await new Promise(setImmediate);
          inFlight -= 1;
          return answer('ok');
        },
      },
    );
    expect(results.map(([id]) => id).sort()).toEqual([...destinationIds].sort());
    expect(most).toBe(8);
  });

  it('returns each result as soon as it is ready', async () => {
    let release: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    const results: string[] = [];
    const running = runTest(
      fakeParts({
        findTarget: async (_workspaceId, id) => {
          if (id === 'dst_slow') await blocked;
          return targetOf({}, { id });
        },
      }),
      requestOf({ destinationIds: ['dst_slow', 'dst_quick'] }),
      {
        slots: turnsOf(),
        taken: Promise.resolve(),
        onResult: (id) => {
          results.push(id);
          release(); // the slow destination waits for the result of the quick destination
          return Promise.resolve();
        },
      },
    );
    await running;
    expect(results).toEqual(['dst_quick', 'dst_slow']);
  });

  it('tests the other destinations if a result cannot be published', async () => {
    const published: string[] = [];
    const parts = fakeParts({
      deliver: async () => {
        await new Promise(setImmediate);
        return answer('ok');
      },
    });
    const destinationIds = Array.from({ length: 12 }, (_, n) => `dst_${n}`);
    const running = runTest(parts, requestOf({ destinationIds }), {
      slots: turnsOf(),
      taken: Promise.resolve(),
      onResult: (id) => {
        if (id === 'dst_0') return Promise.reject(new Error('no broker'));
        published.push(id);
        return Promise.resolve();
      },
    });
    await expect(running).rejects.toThrow('The results could not be published');
    expect(published.sort()).toEqual(destinationIds.slice(1).sort());
  });
});

describe('a run that may belong to another runner', () => {
  it('sends nothing and has no result', async () => {
    const { results, sent, defects } = await run({}, {}, lost());
    expect({ results, sent, defects }).toEqual({ results: [], sent: [], defects: [] });
  });

  it('has no result if it asks to send, even if there is nothing to send', async () => {
    const stages = { userTransform: true, destTransform: false, sendToDestination: true };
    expect((await run({ stages }, {}, lost())).results).toEqual([]);
  });

  it('has a result if it only transforms', async () => {
    const { results } = await run({ stages: TRANSFORMS }, {}, lost());
    expect(dataOf(results[0]!)).toEqual([
      { user_transformed_payload: MESSAGE, dest_transformed_payload: [to('one', MESSAGE)] },
    ]);
  });
});

describe('a destination that cannot be tested', () => {
  it('has the error "The destination does not exist." if it was deleted', async () => {
    const { results, defects } = await run({}, { findTarget: () => Promise.resolve(undefined) });
    expect(results).toEqual([['dst_1', untested('The destination does not exist.')]]);
    expect(defects).toEqual([]);
  });

  it('is searched only in the workspace of the run', async () => {
    const calls: string[][] = [];
    await run(
      { workspaceId: 'ws_other' },
      {
        findTarget: (workspaceId, id) => {
          calls.push([workspaceId, id]);
          return Promise.resolve(undefined);
        },
      },
    );
    expect(calls).toEqual([['ws_other', 'dst_1']]);
  });

  it('has an error if the catalog is unavailable, and the other destinations are tested', async () => {
    const error = new LetheError('unavailable', { cause: new Error('connect 10.0.0.7') });
    const { results, defects } = await run(
      { destinationIds: ['dst_1', 'dst_2'] },
      {
        findTarget: (_workspaceId, id) =>
          id === 'dst_1' ? Promise.reject(error) : Promise.resolve(targetOf({}, { id })),
      },
    );
    expect(Object.fromEntries(results)).toEqual({
      dst_1: untested(error.message),
      dst_2: expect.objectContaining({ data: expect.any(Array) as unknown }) as unknown,
    });
    expect(defects).toEqual([['run', error]]);
  });

  it('shows no detail of an internal error', async () => {
    const { results, text } = await run(
      {},
      { findTarget: () => Promise.reject(new Error('select * from secrets')) },
    );
    expect(results).toEqual([['dst_1', untested('The test could not be run. Try again.')]]);
    expect(text).not.toContain('secrets');
  });
});

describe('the configuration of a run', () => {
  const stored = { webhookUrl: 'https://stored.example', headers: [{ from: 'a', to: 'stored' }] };
  const used = async (more: Partial<TestRunRequested>, parts: Partial<TestRunParts> = {}) => {
    let config: unknown;
    const target = targetOf(stored);
    const ran = await run(more, {
      findTarget: () => Promise.resolve(target),
      providerOf: () =>
        providerOf({
          transform: (input) => {
            config ??= input.config;
            return Promise.resolve({ status: 'ok', requests: [] });
          },
        }),
      ...parts,
    });
    return { ...ran, config, target };
  };

  it('is the stored configuration if there are no overrides', async () => {
    expect((await used({})).config).toEqual(stored);
  });

  it('contains the members of the overrides, without a change of the stored configuration', async () => {
    const opened: string[][] = [];
    const { config, target } = await used(
      { sealedConfig: 'sealed', runId: 'run-7' },
      {
        openConfig: (...given) => {
          opened.push(given);
          return { headers: [], webhookMethod: 'PUT' };
        },
      },
    );
    expect(config).toEqual({ ...stored, headers: [], webhookMethod: 'PUT' });
    expect(target.destination.config).toEqual(stored);
    expect(opened).toEqual([['sealed', 'run-7']]);
  });

  it('prevents the run if its overrides cannot be decrypted', async () => {
    const { config, results, sent } = await used(
      { sealedConfig: 'of another run' },
      {
        openConfig: () => {
          throw new LetheError('unavailable', { message: 'cannot be opened' });
        },
      },
    );
    expect(config).toBeUndefined();
    expect(results).toEqual([['dst_1', untested('cannot be opened')]]);
    expect(sent).toEqual([]);
  });
});

describe('a run of an unsaved destination', () => {
  const id = UNSAVED_DESTINATION;
  const SECRET = 'typed-in-0123456789';
  const config = { webhookUrl: 'https://hook.example/in', headers: [{ from: 'x', to: SECRET }] };
  const unsaved = { destinationIds: [id], unsavedType: 'WEBHOOK', sealedConfig: 'sealed' };
  const parts = {
    findTarget: () => Promise.reject(new Error('the catalog was asked')),
    openConfig: () => config,
    providerOf: () =>
      providerOf({
        transform: (input: TransformInput) =>
          Promise.resolve({ status: 'ok' as const, requests: [to('one', { ...input.config })] }),
      }),
  };

  it('sends with the configuration of the request, does not read the catalog, and shows no secret', async () => {
    const { results, sent, text, defects } = await run({ ...unsaved, stages: SEND }, parts);
    expect(defects).toEqual([]);
    expect(sent).toMatchObject([{ body: { JSON: config } }]);
    expect(results).toMatchObject([
      [id, { destinationId: id, destination: 'WEBHOOK', destinationName: '' }],
    ]);
    expect(dataOf(results[0]!)).toMatchObject([
      {
        dest_transformed_payload: [
          { body: { JSON: { ...config, headers: [{ from: 'x', to: 'ty***' }] } } },
        ],
        destination_response_status: [200],
      },
    ]);
    expect(text).not.toContain(SECRET);
  });

  it('has an error for the user transformation, because an unsaved destination has none', async () => {
    const { results, sent } = await run({ ...unsaved, stages: TRANSFORMS }, parts);
    expect(dataOf(results[0]!)).toMatchObject([
      { user_transformed_payload: { error: 'Transformation VersionID not found' } },
    ]);
    expect(sent).toEqual([]);
  });

  it('has only an error if its configuration cannot be decrypted', async () => {
    const { results, sent } = await run(
      { ...unsaved, stages: SEND },
      {
        ...parts,
        openConfig: () => {
          throw new LetheError('unavailable', { message: 'cannot be opened' });
        },
      },
    );
    expect(results).toEqual([
      [id, { destinationId: id, destinationName: '', error: 'cannot be opened' }],
    ]);
    expect(sent).toEqual([]);
  });
});
