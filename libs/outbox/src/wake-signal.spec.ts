import { WakeSignal } from './wake-signal.js';

describe('WakeSignal', () => {
  it('remembers a wake that came before the wait', async () => {
    const signal = new WakeSignal();
    signal.wake();
    signal.wake();
    const startedAt = performance.now();
    await signal.wait(10_000);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('counts any number of wakes as one', async () => {
    const signal = new WakeSignal();
    signal.wake();
    signal.wake();
    await signal.wait(10_000);
    let done = false;
    const second = signal.wait(10_000).then(() => (done = true));
    await new Promise(setImmediate);
    expect(done).toBe(false);
    signal.wake();
    await second;
  });

  it('gives up waiting after the time', async () => {
    await expect(new WakeSignal().wait(1)).resolves.toBeUndefined();
  });
});
