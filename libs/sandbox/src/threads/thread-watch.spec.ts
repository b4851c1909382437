import { jest } from '@jest/globals';
import { ThreadWatch } from './thread-watch.js';

const TICK_MS = 50;

describe('ThreadWatch', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
    jest.useFakeTimers({ doNotFake: ['performance'] });
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Advances the time, and then triggers one tick. */
  function pass(ms: number): void {
    now += ms;
    jest.advanceTimersByTime(TICK_MS);
  }

  function watch(timeLimitMs: number, isRunning: 0 | 1) {
    const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    state[0] = isRunning;
    const stop = jest.fn();
    const end = new ThreadWatch(timeLimitMs).watch(state, stop);
    return { state, stop, end };
  }

  it('stops a run when its time is over, and only once', () => {
    const { stop } = watch(500, 1);
    for (let ms = 0; ms <= 500; ms += TICK_MS) pass(TICK_MS);
    expect(stop).toHaveBeenCalledTimes(1);
    pass(TICK_MS);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('does not count the time before a run begins', () => {
    const { state, stop } = watch(500, 0);
    for (let ms = 0; ms <= 2_000; ms += TICK_MS) pass(TICK_MS);
    state[0] = 1;
    for (let ms = 0; ms < 500; ms += TICK_MS) pass(TICK_MS);
    expect(stop).not.toHaveBeenCalled();
    pass(TICK_MS);
    expect(stop).toHaveBeenCalled();
  });

  it('does not count the time in which the process was suspended', () => {
    const { stop } = watch(2_000, 1);
    pass(TICK_MS);
    pass(TICK_MS + 1_500);
    for (let ms = 0; ms < 1_800; ms += TICK_MS) pass(TICK_MS);
    expect(stop).not.toHaveBeenCalled();
    for (let ms = 0; ms < 200; ms += TICK_MS) pass(TICK_MS);
    expect(stop).toHaveBeenCalled();
  });

  it('extends the time of a run to at most twice its limit if the process is suspended', () => {
    const { stop } = watch(2_000, 1);
    pass(TICK_MS);
    pass(TICK_MS + 1_500);
    pass(TICK_MS + 1_500);
    expect(stop).not.toHaveBeenCalled();
    pass(TICK_MS + 1_500);
    expect(stop).toHaveBeenCalled();
  });

  it('does not stop a run that has ended', () => {
    const { stop, end } = watch(500, 1);
    pass(TICK_MS);
    end();
    pass(10_000);
    expect(stop).not.toHaveBeenCalled();
  });
});
