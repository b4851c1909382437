import { ForegroundWork } from './foreground-work.js';

/** Longer than this test may take. */
const LONG_MS = 600_000;

describe('ForegroundWork', () => {
  it('has work by the side wait until nobody waits for an answer, also for those who come meanwhile', async () => {
    const foreground = new ForegroundWork();
    const ends: (() => void)[] = [];
    const call = () => foreground.track(new Promise<void>((resolve) => ends.push(resolve)));
    const happened: string[] = [];
    const first = call().then(() => happened.push('first'));
    const aside = foreground
      .giveWay(LONG_MS)()
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

  it('waits no longer than it may, though callers never end, and not at all beside none', async () => {
    const foreground = new ForegroundWork();
    await foreground.giveWay(LONG_MS)();
    void foreground.track(new Promise(() => undefined));
    const giveWay = foreground.giveWay(5);
    for (let step = 0; step < 20; step += 1) await giveWay();
  });

  it('is drained when all has ended, failures too, which go to their callers', async () => {
    const foreground = new ForegroundWork();
    const failing = foreground.track(Promise.reject(new Error('refused')));
    await foreground.drain();
    await expect(failing).rejects.toThrow('refused');
  });
});
