import { jest } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { PacedRefresh } from './paced-refresh.js';

const PACE = { togetherMs: 300, everyMs: 2_000 };

/** What of the document it knows. */
class FakeDocument extends EventTarget {
  hidden = false;
}

describe('a paced refresh', () => {
  let page: FakeDocument;
  let queries: QueryClient;
  let refresh: PacedRefresh;
  /** Ends what is asked for at present. */
  let answers: (() => void)[];
  let asked: number;

  beforeEach(async () => {
    jest.useFakeTimers();
    page = new FakeDocument();
    Object.assign(globalThis, { document: page });
    queries = new QueryClient();
    refresh = new PacedRefresh(queries, PACE);
    answers = [];
    asked = 0;
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
        asked += 1;
        return new Promise((resolve) =>
          answers.push(() => {
            resolve(asked);
          }),
        );
      },
      meta,
    });
    observer.subscribe(() => undefined);
    await answer();
    asked = 0;
  }

  async function answer(): Promise<void> {
    for (const one of answers.splice(0)) one();
    await jest.advanceTimersByTimeAsync(0);
  }

  it('asks once for all that came together', async () => {
    for (let event = 0; event < 100; event += 1) refresh.request(['regulations', 'users']);
    expect(asked).toBe(0);
    await jest.advanceTimersByTimeAsync(PACE.togetherMs);
    expect(asked).toBe(1);
  });

  it('asks every two seconds while events come without end, and once after the last', async () => {
    for (let elapsed = 0; elapsed < 20_000; elapsed += 10) {
      refresh.request(['regulations']);
      await jest.advanceTimersByTimeAsync(10);
      await answer();
    }
    expect(asked).toBe(10);
    await jest.advanceTimersByTimeAsync(10_000);
    await answer();
    expect(asked).toBe(11);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(11);
  });

  it('cancels none that is under way, and rests as long as it took', async () => {
    refresh.request(['regulations']);
    await jest.advanceTimersByTimeAsync(PACE.togetherMs);
    for (let elapsed = 0; elapsed < 5_000; elapsed += 100) {
      refresh.request(['regulations']);
      await jest.advanceTimersByTimeAsync(100);
    }
    expect(asked).toBe(1);
    await answer();
    await jest.advanceTimersByTimeAsync(4_900);
    expect(asked).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    expect(asked).toBe(2);
  });

  it('leaves alone what nothing is told of, and what only people may ask for', async () => {
    await watch(['users', 'one', 'somebody'], { isStill: true });
    await watch(['sources']);
    refresh.request(['users', 'deletions']);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(0);
  });

  it('asks nothing while the page is hidden, and at once when it is seen again', async () => {
    page.hidden = true;
    refresh.request(['regulations']);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(asked).toBe(0);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toBe(1);
  });
});
