import { verifyAfterSeconds } from './verify-after.js';

const DAY = 86_400;
const HOUR = 3_600;

describe('the time of a verification', () => {
  it.each([
    ['the lesser of 7 days and the retention', null, 30, 7 * DAY],
    ['the retention, if it is shorter; then an hour before the purge', null, 3, 3 * DAY - HOUR],
    ['an hour before the purge, if both are 7 days', null, 7, 7 * DAY - HOUR],
    ['the setting of the workspace', 10, 30, 10 * DAY],
    ['the setting, an hour before the purge', 30, 30, 30 * DAY - HOUR],
    ['never, if the setting is 0', 0, 30, null],
    ['never, if identifiers are not kept at all', null, 0, null],
    ['never after the purge, even if an illegal setting was stored', 60, 30, 30 * DAY - HOUR],
  ])('is %s', (_what, verifyAfterDays, personalDataDays, seconds) => {
    expect(verifyAfterSeconds({ verifyAfterDays }, personalDataDays)).toBe(seconds);
  });
});
