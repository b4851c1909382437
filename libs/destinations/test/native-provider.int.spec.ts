import { createNativeProvider } from '../src/index.js';

describe('an HTTP destination', () => {
  // As slow as a configuration can be made: about half a second of a processor for each mapping.
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

  it('keeps nobody else waiting while its paths are read', async () => {
    const provider = createNativeProvider({ patienceMs: 60_000 });
    try {
      await provider.transform(quick); // the thread has started
      let [turns, isDone] = [0, false];
      const slowly = provider.transform(slow).finally(() => (isDone = true));
      for (; !isDone; turns += 1) await new Promise(setImmediate);
      expect((await slowly).status).toBe('ok');
      expect(turns).toBeGreaterThan(100); // where this thread did the work, it would have a turn before and after
    } finally {
      await provider.close();
    }
  });

  it('ends with its thread when it takes too long, and the next one has another', async () => {
    const provider = createNativeProvider({ patienceMs: 1 });
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

  it('ends with the run', async () => {
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
