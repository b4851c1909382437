import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import { createOddProvider, oddRun } from './odd-integrations.js';

const targets = (requests: readonly DeliveryRequest[]): string[] =>
  requests.map(
    ({ method, endpoint }) => `${method} ${endpoint.replace('https://odd.example.com', '')}`,
  );

describe('an integration that is only transformed', () => {
  const provider = createOddProvider();

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  async function transformed(type: string, config = {}) {
    const outcome = await provider.transform(oddRun(type, { config }));
    if (outcome.status === 'failed') return { error: outcome.error };
    return { requests: targets(outcome.requests), incomplete: outcome.incomplete };
  }

  it('shows its request, and that is all', async () => {
    expect(await transformed('plain')).toEqual({
      requests: ['POST /Tested'],
      incomplete: undefined,
    });
  });

  it('shows requests up to the first answer that is read, and says so', async () => {
    expect(await transformed('dependent')).toEqual({
      requests: ['GET /lookup?id=user-1'],
      incomplete: expect.stringContaining('Preset Act goes on from the answer') as unknown,
    });
  });

  it('shows nothing that follows a read answer, even when the integration carries on', async () => {
    expect(await transformed('swallowing')).toMatchObject({ requests: ['GET /lookup'] });
  });

  it('shows all requests that were made before an answer was read', async () => {
    expect(await transformed('parallel')).toEqual({
      requests: ['POST /a', 'POST /b'],
      incomplete: expect.stringContaining('these requests') as unknown,
    });
  });

  it('takes a client that is not the library’s for one that reads its answers', async () => {
    expect(await transformed('own')).toEqual({
      requests: ['GET /own-client'],
      incomplete: expect.any(String) as unknown,
    });
  });

  it('shows what was requested before a failure, and the failure', async () => {
    expect(await transformed('failing')).toEqual({
      requests: ['POST /before'],
      incomplete: 'Preset Act: The plan is not one of ours.',
    });
  });

  it('tells of a crash without its internals', async () => {
    expect(await transformed('crashing')).toEqual({
      error: 'Preset Act: the integration failed on this event (TypeError).',
    });
  });

  it.each(['socket', 'resolver'])('cannot reach the network by a %s of its own', async (type) => {
    expect(await transformed(type)).toEqual({
      error: expect.stringContaining('tried to open a connection of its own') as unknown,
    });
  });

  it('is told on when it tries to reach the network and hides that', async () => {
    expect(await transformed('sneaking')).toEqual({
      requests: ['POST /after'],
      incomplete: 'The integration tried to open a connection of its own.',
    });
  });

  it('shows requests that it does not wait for', async () => {
    expect(await transformed('forgetful')).toMatchObject({ requests: ['POST /forgotten'] });
  });

  it('cannot send what is no text', async () => {
    expect(await transformed('binary')).toEqual({
      error: 'Preset Act: A request has a binary body, which cannot be shown.',
    });
  });

  it.each([
    ['flooding', 'The event would make more than 50 requests'],
    ['shouting', 'The requests of this event would be larger than 4 MiB'],
  ])('is stopped when it makes too much: %s', async (type, problem) => {
    const outcome = await provider.transform(oddRun(type));
    expect(JSON.stringify(outcome)).toContain(problem);
  });

  it('sees no environment', async () => {
    const outcome = await provider.transform(oddRun('environment'));
    expect(outcome).toMatchObject({ requests: [{ body: { JSON: { names: [] } } }] });
  });

  it('runs every preset by itself', async () => {
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

  it('says which events its presets take', async () => {
    const config = { presets: [{ name: 'Act', subscribe: 'type = "page"' }] };
    expect(await transformed('plain', config)).toEqual({
      error: 'No preset of PLAIN takes this event. Those that are on: Act (type = "page").',
    });
    expect(await transformed('plain', { presets: [{ name: 'Act', enabled: false }] })).toEqual({
      error: expect.stringContaining('No preset of PLAIN is on') as unknown,
    });
  });

  it('does not mix runs that come at the same time', async () => {
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
  const provider = createOddProvider({ memoryMib: 256, patienceMs: 60_000 });

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  it.each(['looping', 'waiting'])('is ended when the time is over: %s', async (type) => {
    const run = new AbortController();
    const hanging = provider.transform(oddRun(type, { signal: run.signal }));
    // Queued behind it, and to survive it.
    const next = provider.transform(oddRun('plain', { event: 'Next' }));
    setTimeout(() => {
      run.abort();
    }, 500);
    expect(await hanging).toEqual({
      status: 'failed',
      error: 'The time was over before the integration had finished.',
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

describe('an integration that takes long', () => {
  const provider = createOddProvider({ patienceMs: 1_000 });

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  it('ends long before its run, and keeps nobody else from a thread', async () => {
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

  it('may wait for answers as long as they take', async () => {
    const outcome = await provider.perform!(oddRun('dependent'), async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      return { status: 200, body: { id: 7 }, truncated: false };
    });
    expect(outcome).toMatchObject({ status: 'ok', requests: [{}, {}, {}] });
    expect(outcome).not.toHaveProperty('incomplete');
  });
});

describe('an integration that is performed', () => {
  const provider = createOddProvider();

  beforeAll(() => provider.transform(oddRun('plain')), 120_000);
  afterAll(() => provider.close());

  /** Answers in turn; the last answer for all that come after. */
  async function performed(type: string, ...answers: readonly Partial<DeliveryAnswer>[]) {
    const delivered: DeliveryRequest[] = [];
    let underWay = 0;
    const outcome = await provider.perform!(oddRun(type), async (request) => {
      expect((underWay += 1)).toBe(1);
      const answer = answers[Math.min(delivered.length, answers.length - 1)];
      delivered.push(request);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return { status: 200, body: '', truncated: false, ...answer };
    });
    return { outcome, delivered: targets(delivered) };
  }

  it('makes each request out of the answer before, in order and once', async () => {
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

  it('sends one after another what is requested at the same time', async () => {
    const { delivered } = await performed('parallel', { body: 'x' });
    expect(delivered).toEqual(['POST /a', 'POST /b', 'POST /c']);
  });

  it('goes no further than an answer allows', async () => {
    const { outcome, delivered } = await performed('dependent', { status: 404, body: {} });
    expect(delivered).toEqual(['GET /lookup?id=user-1']);
    expect(outcome).toMatchObject({ status: 'ok', requests: [{ method: 'GET' }] });
  });

  it.each([500, 0])('does not repeat a request that was answered with %d', async (status) => {
    const { delivered } = await performed('repeating', { status, body: '' });
    expect(delivered).toEqual(['POST /once']);
  });

  it('lists what was sent before a failure, and the failure', async () => {
    const { outcome, delivered } = await performed('failing');
    expect(delivered).toEqual(['POST /before']);
    expect(outcome).toMatchObject({ incomplete: 'Preset Act: The plan is not one of ours.' });
  });

  it('sends nothing more once the time is over', async () => {
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
      incomplete: 'The time was over before the integration had finished.',
    });
  });

  // Timers and forgotten promises of a run come up when the next one waits for an answer.
  it.each(['forgetful', 'straggling'])('has nothing of a %s run before it', async (type) => {
    for (let n = 0; n < 5; n += 1) {
      expect(await provider.transform(oddRun(type))).toMatchObject({ status: 'ok' });
      const { outcome, delivered } = await performed('dependent', { body: { id: 7 } });
      expect(delivered).toEqual(['GET /lookup?id=user-1', 'PUT /items/7', 'POST /done']);
      expect(outcome).not.toHaveProperty('incomplete');
    }
  });

  it('cannot reach the network by a socket of its own', async () => {
    const { outcome, delivered } = await performed('socket');
    expect(delivered).toEqual([]);
    expect(outcome).toMatchObject({ status: 'failed' });
  });
});
