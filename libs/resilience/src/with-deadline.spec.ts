import { jest } from '@jest/globals';
import { withDeadline } from './with-deadline.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = new Promise<string>(() => undefined);
const late = new Error('too late');
const throwLate = (): never => {
  throw late;
};

describe('withDeadline', () => {
  it('returns a result that comes in time, and clears the timer', async () => {
    await expect(withDeadline(Promise.resolve('there'), 1_000, throwLate)).resolves.toBe('there');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('throws an error that comes in time, and clears the timer', async () => {
    const failed = new Error('failed');
    await expect(withDeadline(Promise.reject(failed), 1_000, throwLate)).rejects.toBe(failed);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('returns the result or throws the error of onLate at the deadline', async () => {
    const instead = withDeadline(never, 1_000, () => 'instead');
    const thrown = expect(withDeadline(never, 1_000, throwLate)).rejects.toBe(late);
    await jest.advanceTimersByTimeAsync(999);
    expect(jest.getTimerCount()).toBe(2);
    await jest.advanceTimersByTimeAsync(1);
    await expect(instead).resolves.toBe('instead');
    await thrown;
  });

  it.each([0, -5])('does not wait if the time is already over (%d ms)', async (ms) => {
    const instead = withDeadline(never, ms, () => 'instead');
    await jest.advanceTimersByTimeAsync(1);
    await expect(instead).resolves.toBe('instead');
  });

  it('ignores a failure after the deadline', async () => {
    const onUnhandled = jest.fn();
    process.on('unhandledRejection', onUnhandled);
    try {
      const work = new Promise<string>((_resolve, reject) => {
        setTimeout(reject, 20, new Error('failed late'));
      });
      const instead = withDeadline(work, 10, () => 'instead');
      await jest.advanceTimersByTimeAsync(30);
      await expect(instead).resolves.toBe('instead');
      jest.useRealTimers();
      await new Promise(setImmediate);
      expect(onUnhandled).not.toHaveBeenCalled();
    } finally {
      process.off('unhandledRejection', onUnhandled);
    }
  });
});
