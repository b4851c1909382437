import { createWakeRelay } from './wake-relay.js';

describe('createWakeRelay', () => {
  it('wakes the relay in this process when that one leads', () => {
    let wakes = 0;
    const wake = createWakeRelay({ state: 'leading', wake: () => (wakes += 1) }, () => {
      throw new Error('must not ask the database');
    });
    wake();
    expect(wakes).toBe(1);
  });

  it('sends one notification at a time, and one more for all that came meanwhile', async () => {
    const answers: (() => void)[] = [];
    const wake = createWakeRelay({ state: 'standby', wake: () => undefined }, () => {
      return new Promise((resolve) => {
        answers.push(() => {
          resolve([]);
        });
      });
    });
    for (let turn = 0; turn < 100; turn += 1) wake();
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await new Promise(setImmediate);
    expect(answers).toHaveLength(2);
    answers[1]?.();
    await new Promise(setImmediate);
    expect(answers).toHaveLength(2);
  });

  it('takes a failed notification for lost: the leader polls', async () => {
    let asked = 0;
    const wake = createWakeRelay({ state: 'standby', wake: () => undefined }, () => {
      asked += 1;
      return Promise.reject(new Error('down'));
    });
    wake();
    await new Promise(setImmediate);
    wake();
    expect(asked).toBe(2);
  });
});
