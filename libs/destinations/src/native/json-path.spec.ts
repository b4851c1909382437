import { parseJsonPath } from './json-path.js';

describe('parseJsonPath', () => {
  it.each([
    ['$.a', ['a']],
    ["$['a b'].c[0][-1]", ['a b', 'c', 0, -1]],
    ['$.a[*]', undefined],
    ['$..a', undefined],
    ['$.a[0:2]', undefined],
    ["$['a','b']", undefined],
    ['$.a[?@.b]', undefined],
  ])('knows whether a path leads to one place: %s', (text, steps) => {
    expect(parseJsonPath(text).steps).toEqual(steps);
  });

  it.each([
    ['$.', 'is not a valid JSONPath'],
    ['$.a[', 'is not a valid JSONPath'],
    ['$[?(((((]', 'is not a valid JSONPath'],
    [`$.${'a'.repeat(300)}`, 'is a JSONPath of more than 256 characters'],
    [`$${'.a'.repeat(17)}`, 'is too long a JSONPath'],
    ['$[*,*][*,*][*,*]', 'is too long a JSONPath'],
    ['$..*..*', 'is a JSONPath with more than one ".." or filter, which is not supported'],
    ['$[?@[?@.a]]', 'is a JSONPath with more than one ".." or filter, which is not supported'],
    ['$..[?@..a]', 'is a JSONPath with more than one ".." or filter, which is not supported'],
    ['$[?$.a]', 'is a JSONPath with "$" inside a filter, which is not supported'],
    ['$[?@.a == $.b]', 'is a JSONPath with "$" inside a filter, which is not supported'],
    ["$[?match(@.a, '(a*)*b')]", 'is a JSONPath with a regular expression, which is not supported'],
    ["$[?!search(@, 'x')]", 'is a JSONPath with a regular expression, which is not supported'],
  ])('refuses what is wrong or could cost too much: %s', (text, message) => {
    expect(() => parseJsonPath(text)).toThrow(message);
  });

  it.each([
    '$..*',
    '$..[*,*,*,*]',
    `$..*${'.*'.repeat(15)}`,
    '$..[?@.*.*.*]',
    '$..[?@ == @ && @ == @ && @ == @]',
    '$..[?count(@.*) > 1 && count(@.*.*) > 1]',
  ])('walks a large event in bounded time: %s', (text) => {
    // 256 KiB as the API takes it: many small values, and 64 levels.
    const wide = Array.from({ length: 60_000 }, () => 1);
    let deep: unknown = wide;
    for (let level = 0; level < 60; level += 1) deep = [deep];
    const path = parseJsonPath(text);
    const before = process.cpuUsage();
    path.read({ deep });
    // It takes 0.1 s of a processor at most; unbounded, longer than anybody waits.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(10_000);
  });
});
