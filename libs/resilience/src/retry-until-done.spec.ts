import { jest } from '@jest/globals';
import { retryUntilDone } from './retry-until-done.js';

const PAUSE_MS = 500;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Returns work that fails once with each of the errors, in sequence, and then returns `done`. */
function failing(...errors: Error[]): (attempt: number) => Promise<string> {
  return (attempt) => {
    const error = errors[attempt - 1];
    return error === undefined ? Promise.resolve('done') : Promise.reject(error);
  };
}

describe('retryUntilDone', () => {
  it('returns the result of the first attempt', async () => {
    const { signal } = new AbortController();
    await expect(retryUntilDone(failing(), { signal, pauseMs: PAUSE_MS })).resolves.toBe('done');
  });

  it('pauses as long after the tenth failure as after the first', async () => {
    const attempts: number[] = [];
    const work = (attempt: number): Promise<string> => {
      attempts.push(Date.now());
      return attempt <= 10 ? Promise.reject(new Error('away')) : Promise.resolve('done');
    };
    const { signal } = new AbortController();
    const result = retryUntilDone(work, { signal, pauseMs: PAUSE_MS });
    await jest.advanceTimersByTimeAsync(10 * PAUSE_MS);
    await expect(result).resolves.toBe('done');
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(pauses).toEqual(Array.from({ length: 10 }, () => PAUSE_MS));
  });

  it('reports each failure with the number of its attempt', async () => {
    const onFailure = jest.fn();
    const { signal } = new AbortController();
    const errors = [new Error('first'), new Error('second')];
    const result = retryUntilDone(failing(...errors), { signal, pauseMs: PAUSE_MS, onFailure });
    await jest.advanceTimersByTimeAsync(2 * PAUSE_MS);
    await result;
    expect(onFailure.mock.calls).toEqual([
      [errors[0], 1],
      [errors[1], 2],
    ]);
  });

  it('retries after any thrown value', async () => {
    const { signal } = new AbortController();
    const thrown = [new TypeError('x is not a function'), 'a text', null] as Error[];
    const result = retryUntilDone(failing(...thrown), { signal, pauseMs: PAUSE_MS });
    await jest.advanceTimersByTimeAsync(3 * PAUSE_MS);
    await expect(result).resolves.toBe('done');
  });

  it('throws a permanent error at once, and does not report it', async () => {
    const refused = new TypeError('refused');
    const onFailure = jest.fn();
    const { signal } = new AbortController();
    const result = retryUntilDone(failing(new Error('away'), refused), {
      signal,
      pauseMs: PAUSE_MS,
      isWorthRetrying: (error) => error !== refused,
      onFailure,
    });
    const outcome = expect(result).rejects.toBe(refused);
    await jest.advanceTimersByTimeAsync(PAUSE_MS);
    await outcome;
    expect(onFailure).toHaveBeenCalledTimes(1);
  });

  it('ends a pause when the signal aborts', async () => {
    const stopping = new AbortController();
    const onFailure = jest.fn();
    const result = retryUntilDone(failing(new Error('away')), {
      signal: stopping.signal,
      pauseMs: PAUSE_MS,
      onFailure,
    });
    await jest.advanceTimersByTimeAsync(PAUSE_MS / 2);
    stopping.abort();
    await expect(result).resolves.toBeUndefined();
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('makes no attempt after the signal aborted', async () => {
    const work = jest.fn(failing());
    const options = { signal: AbortSignal.abort(), pauseMs: PAUSE_MS };
    await expect(retryUntilDone(work, options)).resolves.toBeUndefined();
    expect(work).not.toHaveBeenCalled();
  });

  it('returns the result of an attempt during which the signal aborted', async () => {
    const stopping = new AbortController();
    const onFailure = jest.fn();
    const work = (): Promise<string> => {
      stopping.abort();
      return Promise.resolve('done');
    };
    const options = { signal: stopping.signal, pauseMs: PAUSE_MS, onFailure };
    await expect(retryUntilDone(work, options)).resolves.toBe('done');
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('throws a permanent error even after the signal aborted', async () => {
    const stopping = new AbortController();
    const refused = new Error('refused');
    const work = (): Promise<string> => {
      stopping.abort();
      return Promise.reject(refused);
    };
    const options = { signal: stopping.signal, pauseMs: PAUSE_MS, isWorthRetrying: () => false };
    await expect(retryUntilDone(work, options)).rejects.toBe(refused);
  });

  it('throws the error if the callback onFailure fails', async () => {
    const mistake = new Error('mistake');
    const onFailure = () => {
      throw mistake;
    };
    const { signal } = new AbortController();
    const result = retryUntilDone(failing(new Error('away')), { signal, pauseMs: 1, onFailure });
    await expect(result).rejects.toBe(mistake);
  });
});
