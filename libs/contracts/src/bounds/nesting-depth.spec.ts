import { excessOfJson, jsonNestsDeeperThan, nestsDeeperThan } from './nesting-depth.js';

const TEXTS: readonly [json: string, levels: number, isDeeper: boolean][] = [
  ['1', 0, false],
  ['{}', 0, true],
  ['{"a":[1,{"b":2}]}', 3, false],
  ['{"a":[1,{"b":2}]}', 2, true],
  ['[[],[],[]]', 2, false],
  ['["[[[["]', 1, false],
  [String.raw`["\"[[[[", "\\"]`, 1, false],
  [String.raw`["\\",[[]]]`, 2, true],
];

describe('jsonNestsDeeperThan', () => {
  it.each(TEXTS)('returns whether %s nests deeper than %d levels: %s', (json, levels, deeper) => {
    expect(jsonNestsDeeperThan(Buffer.from(json), levels)).toBe(deeper);
  });
});

describe('nestsDeeperThan', () => {
  it.each(TEXTS)(
    'returns whether the value of %s nests deeper than %d levels: %s',
    (json, levels, deeper) => {
      expect(nestsDeeperThan(JSON.parse(json), levels)).toBe(deeper);
    },
  );
});

describe('excessOfJson', () => {
  const BOUNDS = { levels: 2, values: 7, names: 2 };

  it.each([
    ['[1,2,3,4,5]', undefined],
    ['[1,2,3,4,5,6,7]', 'values'],
    ['[[],[],[],[]]', 'values'],
    ['{"a":1,"b":2}', undefined],
    ['{"a":1,"b":2,"c":3}', 'names'],
    ['[{"a":1,"b":2}]', undefined],
    ['[{"a":1},{"a":2}]', undefined],
    ['{"a":{"a":1,"b":2},"b":1}', undefined],
    ['[{"a":1},{"b":2},{"c":3}]', 'names'],
    ['{"a":{"b":1},"c":1}', 'names'],
    ['{"a":1,"a":1,"a":1}', undefined],
    ['{"a" :"c","b" :"d"}', undefined],
    ['[[[', 'levels'],
    ['",,,,,,,[:::"', undefined],
    [']]]:::', undefined],
  ])('returns the exceeded bound of %s: %s', (json, excess) => {
    expect(excessOfJson(Buffer.from(json), BOUNDS)).toBe(excess);
  });
});
