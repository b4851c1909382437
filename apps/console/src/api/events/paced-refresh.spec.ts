import { jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { PacedRefresh } from './paced-refresh.js';

const LIMITS = { togetherMs: 300, everyMs: 2_000 };

/** A `document` with only the members that `PacedRefresh` uses. */
class FakeDocument extends EventTarget {
  hidden = false;
}

describe('a paced refresh', () => {
  let page: FakeDocument;
  let queries: QueryClient;
  let refresh: PacedRefresh;
  /** Functions that resolve the requests in flight. */
  let answers: (() => void)[];
  let requests: number;

  beforeEach(async () => {
    jest.useFakeTimers();
    page = new FakeDocument();
    Object.assign(globalThis, { document: page });
    queries = new QueryClient();
    refresh = new PacedRefresh(queries, LIMITS);
    answers = [];
    requests = 0;
    await watch(['regulations', 'list']);
  });

  afterEach(() => {
    refresh.stop();
    queries.clear();
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'document');
  });

  async function watch(queryKey: readonly string[], meta = {}): Promise<void> {
    const observer = new QueryObserver(queries, {
      queryKey,
      queryFn: () => {
        requests += 1;
        return new Promise((resolve) =>
          answers.push(() => {
            resolve(requests);
          }),
        );
      },
      meta,
    });
    observer.subscribe(() => undefined);
    await answer();
    requests = 0;
  }

  async function answer(): Promise<void> {
    for (const one of answers.splice(0)) one();
    await jest.advanceTimersByTimeAsync(0);
  }

  it('sends one request for all events within 300 ms', async () => {
    for (let event = 0; event < 100; event += 1) refresh.request(['regulations', 'users']);
    expect(requests).toBe(0);
    await jest.advanceTimersByTimeAsync(LIMITS.togetherMs);
    expect(requests).toBe(1);
  });

  it('sends a request every two seconds during continuous events, and one after the last event', async () => {
    for (let elapsed = 0; elapsed < 20_000; elapsed += 10) {
      refresh.request(['regulations']);
      await jest.advanceTimersByTimeAsync(10);
      await answer();
    }
    expect(requests).toBe(10);
    await jest.advanceTimersByTimeAsync(10_000);
    await answer();
    expect(requests).toBe(11);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(requests).toBe(11);
  });

  it('does not cancel a request in flight, then waits as long as the request took', async () => {
    refresh.request(['regulations']);
    await jest.advanceTimersByTimeAsync(LIMITS.togetherMs);
    for (let elapsed = 0; elapsed < 5_000; elapsed += 100) {
      refresh.request(['regulations']);
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(requests).toBe(1);
    await answer();
    await jest.advanceTimersByTimeAsync(4_900);
    expect(requests).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(requests).toBe(2);
  });

  it('does not refetch queries without events or queries with `isManual`', async () => {
    await watch(['users', 'one', 'somebody'], { isManual: true });
    await watch(['sources']);
    refresh.request(['users', 'deletions']);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(requests).toBe(0);
  });

  it('sends nothing while the page is hidden, and sends a request when the page becomes visible', async () => {
    page.hidden = true;
    refresh.request(['regulations']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(requests).toBe(0);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(requests).toBe(1);
  });
});
