import { asDay, endOfDay } from './utc-days.js';

describe('days', () => {
  it('must exist in the calendar', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-1', 'x', 7].map(asDay)).toEqual([
      ...['2026-02-28', undefined, undefined, undefined, undefined],
    ]);
  });

  it('end when the next day begins', () => {
    expect(endOfDay('2026-12-31')).toBe('2027-01-01T00:00:00.000Z');
  });
});
