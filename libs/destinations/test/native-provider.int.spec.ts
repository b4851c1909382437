import { createNativeProvider } from '../src/index.js';

describe('an HTTP destination', () => {
  // This is the slowest possible configuration. Each mapping needs about half a second of CPU time.
  const wide = Array.from({ length: 60_000 }, () => 1);
  const slow = {
    destinationType: 'HTTP',
    workspaceId: 'ws',
    destinationId: 'dst',
    config: {
      apiUrl: 'https://api.example.com',
      queryParams: Array.from({ length: 2 }, (_, index) => ({
        to: `p${index}`,
        from: '$..[?count(@.*) > 1 && count(@.*.*) > 900]',
      })),
    },
    message: { type: 'track', properties: [[[[[[[wide]]]]]]] },
    signal: new AbortController().signal,
  };
  const quick = { ...slow, config: { apiUrl: 'https://api.example.com' }, message: { a: 1 } };

  it('does not block the main thread while it evaluates JSONPaths', async () => {
    const provider = createNativeProvider({ timeLimitMs: 60_000 });
    try {
      await provider.transform(quick); // starts the thread
      let [iterations, isDone] = [0, false];
      const slowly = provider.transform(slow).finally(() => (isDone = true));
      for (; !isDone; iterations += 1) await new Promise(setImmediate);
      expect((await slowly).status).toBe('ok');
      // In the main thread, the work would leave only a few iterations to the event loop.
      expect(iterations).toBeGreaterThan(100);
    } finally {
      await provider.close();
    }
  });

  it('ends the thread of a run that takes too long, and starts a new thread for the next run', async () => {
    const provider = createNativeProvider({ timeLimitMs: 1 });
    try {
      expect(await provider.transform(slow)).toEqual({
        status: 'failed',
        error: 'The configuration takes too long with this event',
      });
      expect(await provider.transform(quick)).toMatchObject({ status: 'ok' });
    } finally {
      await provider.close();
    }
  });

  it('fails when the run is aborted', async () => {
    const provider = createNativeProvider();
    try {
      const ending = new AbortController();
      const outcome = provider.transform({ ...slow, signal: ending.signal });
      ending.abort();
      expect(await outcome).toMatchObject({ status: 'failed' });
    } finally {
      await provider.close();
    }
  });
});
