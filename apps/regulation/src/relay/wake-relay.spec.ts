import { createWakeRelay } from './wake-relay.js';

describe('createWakeRelay', () => {
  it('wakes the relay of this process if that relay leads', () => {
    let wakes = 0;
    const wake = createWakeRelay({ state: 'leading', wake: () => (wakes += 1) }, () => {
      throw new Error('must not ask the database');
    });
    wake();
    expect(wakes).toBe(1);
  });

  it('sends one notification at a time, and one more for all calls during that time', async () => {
    const answers: (() => void)[] = [];
    const wake = createWakeRelay({ state: 'standby', wake: () => undefined }, () => {
      return new Promise((resolve) => {
        answers.push(() => {
          resolve([]);
        });
      });
    });
    for (let call = 0; call < 100; call += 1) wake();
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await new Promise(setImmediate);
    expect(answers).toHaveLength(2);
    answers[1]?.();
    await new Promise(setImmediate);
    expect(answers).toHaveLength(2);
  });

  it('ignores a failed notification, because the leader polls', async () => {
    let queries = 0;
    const wake = createWakeRelay({ state: 'standby', wake: () => undefined }, () => {
      queries += 1;
      return Promise.reject(new Error('down'));
    });
    wake();
    await new Promise(setImmediate);
    wake();
    expect(queries).toBe(2);
  });
});
