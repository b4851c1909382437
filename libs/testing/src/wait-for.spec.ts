import { waitFor } from './wait-for.js';

describe('waitFor', () => {
  it('returns the first truthy value', async () => {
    let asked = 0;
    await expect(waitFor(() => (++asked === 3 ? `after ${asked}` : false))).resolves.toBe(
      'after 3',
    );
  });

  it('calls the condition again after it threw an error', async () => {
    let asked = 0;
    const condition = (): boolean => {
      if (++asked < 3) throw new Error('not there');
      return true;
    };
    await expect(waitFor(condition)).resolves.toBe(true);
  });

  it('fails with the message and the last error when the time has passed', async () => {
    const waiting = waitFor(() => Promise.reject(new Error('still down')), {
      timeoutMs: 30,
      intervalMs: 5,
      message: () => 'the server',
    });
    await expect(waiting).rejects.toMatchObject({
      message: 'waited 30 ms for the server',
      cause: new Error('still down'),
    });
  });
});
