import { serverNow, takeServerTime } from './server-clock.js';

const HOUR = 3_600_000;
const httpDate = (at: number) => new Date(at).toUTCString();

describe('the server’s clock', () => {
  it('is that of the newest answer, also where the browser’s clock is wrong', () => {
    takeServerTime(httpDate(Date.now() + HOUR));
    expect(Math.round((serverNow() - Date.now()) / HOUR)).toBe(1);
  });

  it('does not go back for an answer of a cache, or one without a date', () => {
    const before = serverNow();
    takeServerTime(httpDate(0));
    takeServerTime(null);
    takeServerTime('soon');
    expect(serverNow()).toBeGreaterThanOrEqual(before);
  });
});
