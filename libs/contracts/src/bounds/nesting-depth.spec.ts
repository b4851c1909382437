import { jsonNestsDeeperThan, nestsDeeperThan } from './nesting-depth.js';

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
  it.each(TEXTS)('%s, %d levels: %s', (json, levels, deeper) => {
    expect(jsonNestsDeeperThan(Buffer.from(json), levels)).toBe(deeper);
  });
});

describe('nestsDeeperThan', () => {
  it.each(TEXTS)('the value of %s, %d levels: %s', (json, levels, deeper) => {
    expect(nestsDeeperThan(JSON.parse(json), levels)).toBe(deeper);
  });
});
