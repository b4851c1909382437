import { isDeeperThan } from './json-depth.js';

describe('isDeeperThan', () => {
  it.each([
    ['1', 0, false],
    ['{}', 0, true],
    ['{"a":[1,{"b":2}]}', 3, false],
    ['{"a":[1,{"b":2}]}', 2, true],
    ['[[],[],[]]', 2, false],
    ['["[[[["]', 1, false],
    [String.raw`["\"[[[[", "\\"]`, 1, false],
    [String.raw`["\\",[[]]]`, 2, true],
  ])('%s, %d levels: %s', (json, levels, deeper) => {
    expect(isDeeperThan(json, levels)).toBe(deeper);
  });
});
