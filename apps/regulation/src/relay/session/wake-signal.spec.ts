import { WakeSignal } from './wake-signal.js';

describe('WakeSignal', () => {
  it('remembers a wake that came before the wait', async () => {
    const signal = new WakeSignal();
    signal.wake();
    signal.wake();
    await expect(signal.wait(600_000)).resolves.toBeUndefined(); // or the test ends first
  });

  it('counts any number of wakes as one', async () => {
    const signal = new WakeSignal();
    signal.wake();
    signal.wake();
    await signal.wait(600_000);
    let done = false;
    const second = signal.wait(600_000).then(() => (done = true));
    await new Promise(setImmediate);
    expect(done).toBe(false);
    signal.wake();
    await second;
  });

  it('gives up waiting after the time', async () => {
    await expect(new WakeSignal().wait(1)).resolves.toBeUndefined();
  });
});
