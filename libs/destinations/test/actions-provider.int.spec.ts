import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import { createOddProvider, oddRun } from './odd-integrations.js';

const targets = (requests: readonly DeliveryRequest[]): string[] =>
  requests.map(
    ({ method, endpoint }) => `${method} ${endpoint.replace('https://odd.example.com', '')}`,
  );

describe('transform of an integration', () => {
  const provider = createOddProvider();

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  async function transformed(type: string, config = {}) {
    const outcome = await provider.transform(oddRun(type, { config }));
    if (outcome.status === 'failed') return { error: outcome.error };
    return { requests: targets(outcome.requests), incomplete: outcome.incomplete };
  }

  it('returns the only request of an integration', async () => {
    expect(await transformed('plain')).toEqual({
      requests: ['POST /Tested'],
      incomplete: undefined,
    });
  });

  it('returns the requests up to the first answer that is read, with a note', async () => {
    expect(await transformed('dependent')).toEqual({
      requests: ['GET /lookup?id=user-1'],
      incomplete: expect.stringContaining('To continue, preset Act needs the answer') as unknown,
    });
  });

  it('returns no request after a read answer, even when the integration catches the error', async () => {
    expect(await transformed('swallowing')).toMatchObject({ requests: ['GET /lookup'] });
  });

  it('returns all requests that come before the first read of an answer', async () => {
    expect(await transformed('parallel')).toEqual({
      requests: ['POST /a', 'POST /b'],
      incomplete: expect.stringContaining('these requests') as unknown,
    });
  });

  it('returns only the first request of an integration with its own HTTP client, with a note', async () => {
    expect(await transformed('own')).toEqual({
      requests: ['GET /own-client'],
      incomplete: expect.any(String) as unknown,
    });
  });

  it('returns the requests before a failure, and the failure', async () => {
    expect(await transformed('failing')).toEqual({
      requests: ['POST /before'],
      incomplete: 'Preset Act: The plan is not one of ours.',
    });
  });

  it('reports a crash without internal details', async () => {
    expect(await transformed('crashing')).toEqual({
      error: 'Preset Act: the integration failed on this event (TypeError).',
    });
  });

  it.each(['socket', 'resolver'])('blocks network access through a %s', async (type) => {
    expect(await transformed(type)).toEqual({
      error: expect.stringContaining('tried to open a connection of its own') as unknown,
    });
  });

  it('reports an attempt to reach the network even when the integration hides it', async () => {
    expect(await transformed('sneaking')).toEqual({
      requests: ['POST /after'],
      incomplete: 'The integration tried to open a connection of its own.',
    });
  });

  it('returns requests that the integration does not await', async () => {
    expect(await transformed('forgetful')).toMatchObject({ requests: ['POST /forgotten'] });
  });

  it('fails when a request has a binary body', async () => {
    expect(await transformed('binary')).toEqual({
      error: 'Preset Act: A request has a binary body, which cannot be shown.',
    });
  });

  it.each([
    ['flooding', 'The event would make more than 50 requests'],
    ['shouting', 'The requests of this event would be larger than 4 MiB'],
  ])('stops when the output is too large: %s', async (type, problem) => {
    const outcome = await provider.transform(oddRun(type));
    expect(JSON.stringify(outcome)).toContain(problem);
  });

  it('gives the integration no environment variables', async () => {
    const outcome = await provider.transform(oddRun('environment'));
    expect(outcome).toMatchObject({ requests: [{ body: { JSON: { names: [] } } }] });
  });

  it('runs all enabled presets, and reports the preset that fails', async () => {
    const presets = [
      { name: 'Act again', enabled: true },
      { name: 'Another', action: 'act', subscribe: 'type = "track"', mapping: { event: 'other' } },
      { name: 'Broken', action: 'act', subscribe: 'every event' },
    ];
    expect(await transformed('plain', { presets })).toEqual({
      requests: ['POST /Tested', 'POST /Tested', 'POST /other'],
      incomplete: expect.stringContaining('Preset Broken: its trigger cannot be read') as unknown,
    });
  });

  it('reports which events the presets accept', async () => {
    const config = { presets: [{ name: 'Act', subscribe: 'type = "page"' }] };
    expect(await transformed('plain', config)).toEqual({
      error: 'No preset of PLAIN accepts this event. Enabled presets: Act (type = "page").',
    });
    expect(await transformed('plain', { presets: [{ name: 'Act', enabled: false }] })).toEqual({
      error: expect.stringContaining('No preset of PLAIN is enabled') as unknown,
    });
  });

  it('does not mix the requests of concurrent runs', async () => {
    const two = createOddProvider({ threadsPerOwner: 2 });
    try {
      const runs = Array.from({ length: 60 }, (_, n) => n);
      const outcomes = await Promise.all(
        runs.map((n) =>
          two.transform(oddRun(n % 3 === 0 ? 'parallel' : 'plain', { event: `E${n}` })),
        ),
      );
      const found = outcomes.map((each) => (each.status === 'ok' ? targets(each.requests) : each));
      expect(found).toEqual(
        runs.map((n) => (n % 3 === 0 ? ['POST /a', 'POST /b'] : [`POST /E${n}`])),
      );
    } finally {
      await two.close();
    }
  });
});

describe('an integration that does not end', () => {
  const provider = createOddProvider({ memoryMib: 256, timeLimitMs: 60_000 });

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  it.each(['looping', 'waiting'])('is ended when the time is over: %s', async (type) => {
    const run = new AbortController();
    const hanging = provider.transform(oddRun(type, { signal: run.signal }));
    // This run waits for the thread of the hanging run, and must succeed.
    const next = provider.transform(oddRun('plain', { event: 'Next' }));
    setTimeout(() => {
      run.abort();
    }, 500);
    expect(await hanging).toEqual({
      status: 'failed',
      error: 'The deadline passed before the integration finished.',
    });
    expect(await next).toMatchObject({ status: 'ok' });
  });

  it('is ended when it takes too much memory', async () => {
    expect(await provider.transform(oddRun('greedy'))).toEqual({
      status: 'failed',
      error: 'The integration took too much memory.',
    });
    expect(await provider.transform(oddRun('plain'))).toMatchObject({ status: 'ok' });
  });
});

describe('an integration that takes a long time', () => {
  const provider = createOddProvider({ timeLimitMs: 1_000 });

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  it('is ended at its time limit, and frees its thread for the next run', async () => {
    const runs = ['looping', 'looping', 'plain'].map((type) => provider.transform(oddRun(type)));
    const tooLong = {
      status: 'failed',
      error: 'The integration takes too long with this event and configuration.',
    };
    expect(await Promise.all(runs)).toEqual([
      tooLong,
      tooLong,
      expect.objectContaining({ status: 'ok' }),
    ]);
  });

  it('does not spend its time limit while it waits for answers', async () => {
    const outcome = await provider.perform!(oddRun('dependent'), async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { status: 200, body: { id: 7 }, truncated: false };
    });
    expect(outcome).toMatchObject({ status: 'ok', requests: [{}, {}, {}] });
    expect(outcome).not.toHaveProperty('incomplete');
  });
});

describe('perform of an integration', () => {
  const provider = createOddProvider();

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  /**
   * Runs an integration. The first request gets the first answer, the second request the second
   * answer, and so on. Further requests get the last answer.
   */
  async function performed(type: string, ...answers: readonly Partial<DeliveryAnswer>[]) {
    const delivered: DeliveryRequest[] = [];
    let inFlight = 0;
    const outcome = await provider.perform!(oddRun(type), async (request) => {
      expect((inFlight += 1)).toBe(1);
      const answer = answers[Math.min(delivered.length, answers.length - 1)];
      delivered.push(request);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return { status: 200, body: '', truncated: false, ...answer };
    });
    return { outcome, delivered: targets(delivered) };
  }

  it('builds each request from the previous answer, and sends it once', async () => {
    const { outcome, delivered } = await performed(
      'dependent',
      { body: { id: 'item-7' } },
      { body: { id: 8 } },
    );
    expect(delivered).toEqual(['GET /lookup?id=user-1', 'PUT /items/item-7', 'POST /done']);
    expect(outcome).toMatchObject({ status: 'ok' });
    expect(outcome).not.toHaveProperty('incomplete');
    expect(outcome).toMatchObject({ requests: [{}, {}, { body: { JSON: { of: 8 } } }] });
  });

  it('sends concurrent requests one after another', async () => {
    const { delivered } = await performed('parallel', { body: 'x' });
    expect(delivered).toEqual(['POST /a', 'POST /b', 'POST /c']);
  });

  it('stops after an answer with an error status', async () => {
    const { outcome, delivered } = await performed('dependent', { status: 404, body: {} });
    expect(delivered).toEqual(['GET /lookup?id=user-1']);
    expect(outcome).toMatchObject({ status: 'ok', requests: [{ method: 'GET' }] });
  });

  it.each([500, 0])('does not repeat a request after the status %d', async (status) => {
    const { delivered } = await performed('repeating', { status, body: '' });
    expect(delivered).toEqual(['POST /once']);
  });

  it('returns the sent requests and the failure when an integration fails', async () => {
    const { outcome, delivered } = await performed('failing');
    expect(delivered).toEqual(['POST /before']);
    expect(outcome).toMatchObject({ incomplete: 'Preset Act: The plan is not one of ours.' });
  });

  it('sends no further request when the time is over', async () => {
    const run = new AbortController();
    const delivered: string[] = [];
    const outcome = await provider.perform!(
      oddRun('dependent', { signal: run.signal }),
      async ({ endpoint }) => {
        delivered.push(endpoint);
        run.abort();
        await new Promise((resolve) => setImmediate(resolve));
        return { status: 200, body: { id: 1 }, truncated: false };
      },
    );
    expect(delivered).toHaveLength(1);
    expect(outcome).toMatchObject({
      status: 'ok',
      requests: [{}],
      incomplete: 'The deadline passed before the integration finished.',
    });
  });

  // The timers and promises of an earlier run continue while the next run waits for an answer.
  it.each(['forgetful', 'straggling'])(
    'sends no request that an earlier %s run left behind',
    async (type) => {
      for (let n = 0; n < 5; n += 1) {
        expect(await provider.transform(oddRun(type))).toMatchObject({ status: 'ok' });
        const { outcome, delivered } = await performed('dependent', { body: { id: 7 } });
        expect(delivered).toEqual(['GET /lookup?id=user-1', 'PUT /items/7', 'POST /done']);
        expect(outcome).not.toHaveProperty('incomplete');
      }
    },
  );

  it('blocks network access through a socket', async () => {
    const { outcome, delivered } = await performed('socket');
    expect(delivered).toEqual([]);
    expect(outcome).toMatchObject({ status: 'failed' });
  });
});
