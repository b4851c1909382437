import { WakeSignal } from './wake-signal.js';

describe('WakeSignal', () => {
  it('ends a wait at once if the wake came before the wait', async () => {
    const signal = new WakeSignal();
    signal.wake();
    signal.wake();
    // A wait that does not end at once fails by the timeout of the test.
    await expect(signal.wait(600_000)).resolves.toBeUndefined();
  });

  it('treats several wakes before a wait as one wake', async () => {
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

  it('ends the wait after the timeout', async () => {
    await expect(new WakeSignal().wait(1)).resolves.toBeUndefined();
  });
});
