import { jest } from '@jest/globals';
import { newIds } from './new-ids.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeOf = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

describe('newIds', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('returns different ids in ascending order, which contain the current time', () => {
    const before = Date.now();
    const ids = [...newIds(20_000), ...newIds(1), ...newIds(0), ...newIds(2)];
    expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(20_003);
    expect(ids).toEqual(ids.toSorted());
    expect(timeOf(ids[0])).toBeGreaterThanOrEqual(before);
    expect(timeOf(ids.at(-1))).toBeLessThanOrEqual(Date.now());
  });

  it('keeps ids ascending when the clock goes back', () => {
    const [first = ''] = newIds(1);
    jest.spyOn(Date, 'now').mockReturnValue(timeOf(first) - 60_000);
    const [second = ''] = newIds(1);
    expect(second > first).toBe(true);
    expect(timeOf(second)).toBe(timeOf(first));
  });
});
