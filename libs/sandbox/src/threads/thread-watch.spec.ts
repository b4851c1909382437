import { jest } from '@jest/globals';
import { ThreadWatch } from './thread-watch.js';

const TICK_MS = 50;

describe('the watch over runs', () => {
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

  /** Lets time pass, with a tick at the end of it. */
  function pass(ms: number): void {
    now += ms;
    jest.advanceTimersByTime(TICK_MS);
  }

  function watch(patienceMs: number, begun: number) {
    const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    state[0] = begun;
    const stop = jest.fn();
    const end = new ThreadWatch(patienceMs).watch(state, stop);
    return { state, stop, end };
  }

  it('stops a run once when its time is over', () => {
    const { stop } = watch(500, 1);
    for (let ms = 0; ms <= 500; ms += TICK_MS) pass(TICK_MS);
    expect(stop).toHaveBeenCalledTimes(1);
    pass(TICK_MS);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('does not count the time before a run has begun', () => {
    const { state, stop } = watch(500, 0);
    for (let ms = 0; ms <= 2_000; ms += TICK_MS) pass(TICK_MS);
    state[0] = 1;
    for (let ms = 0; ms < 500; ms += TICK_MS) pass(TICK_MS);
    expect(stop).not.toHaveBeenCalled();
    pass(TICK_MS);
    expect(stop).toHaveBeenCalled();
  });

  it('does not count the time in which the process stood still', () => {
    const { stop } = watch(2_000, 1);
    pass(TICK_MS);
    pass(TICK_MS + 1_500);
    for (let ms = 0; ms < 1_800; ms += TICK_MS) pass(TICK_MS);
    expect(stop).not.toHaveBeenCalled();
    for (let ms = 0; ms < 200; ms += TICK_MS) pass(TICK_MS);
    expect(stop).toHaveBeenCalled();
  });

  it('gives no more time back than the run had, however often the process stands still', () => {
    const { stop } = watch(2_000, 1);
    pass(TICK_MS);
    pass(TICK_MS + 1_500);
    pass(TICK_MS + 1_500);
    expect(stop).not.toHaveBeenCalled();
    pass(TICK_MS + 1_500);
    expect(stop).toHaveBeenCalled();
  });

  it('leaves a run alone that has ended', () => {
    const { stop, end } = watch(500, 1);
    pass(TICK_MS);
    end();
    pass(10_000);
    expect(stop).not.toHaveBeenCalled();
  });
});
