import { ForegroundWork } from './foreground-work.js';

const LONG_MS = 600_000;

describe('ForegroundWork', () => {
  it('lets background work continue only when no call is in progress', async () => {
    const foreground = new ForegroundWork();
    const ends: (() => void)[] = [];
    const call = () => foreground.track(new Promise<void>((resolve) => ends.push(resolve)));
    const happened: string[] = [];
    const first = call().then(() => happened.push('first'));
    const aside = foreground
      .yieldToCalls(LONG_MS)()
      .then(() => happened.push('aside'));
    await new Promise(setImmediate);
    const second = call().then(() => happened.push('second'));
    ends[0]?.();
    await first;
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(happened).toEqual(['first']);
    ends[1]?.();
    await Promise.all([second, aside]);
    expect(happened).toEqual(['first', 'second', 'aside']);
  });

  it('lets background work wait for at most its credit of milliseconds, and only while a call is in progress', async () => {
    const foreground = new ForegroundWork();
    await foreground.yieldToCalls(LONG_MS)();
    void foreground.track(new Promise(() => undefined));
    const yieldToCalls = foreground.yieldToCalls(5);
    for (let step = 0; step < 20; step += 1) await yieldToCalls();
  });

  it('is drained after all calls have ended, and passes each failure to the caller', async () => {
    const foreground = new ForegroundWork();
    const failing = foreground.track(Promise.reject(new Error('refused')));
    await foreground.drain();
    await expect(failing).rejects.toThrow('refused');
  });
});
