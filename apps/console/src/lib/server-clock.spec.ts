import { serverNow, takeServerTime } from './server-clock.js';

const HOUR = 3_600_000;
const httpDate = (at: number) => new Date(at).toUTCString();

describe('the server clock', () => {
  it('returns the time of the server, even if the clock of the browser is wrong', () => {
    takeServerTime(httpDate(Date.now() + HOUR));
    expect(Math.round((serverNow() - Date.now()) / HOUR)).toBe(1);
  });

  it('ignores old, missing and invalid dates', () => {
    const before = serverNow();
    takeServerTime(httpDate(0));
    takeServerTime(null);
    takeServerTime('soon');
    expect(serverNow()).toBeGreaterThanOrEqual(before);
  });
});
