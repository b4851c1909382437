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
  ])('returns steps only for a path that matches at most one value: %s', (text, steps) => {
    expect(parseJsonPath(text).steps).toEqual(steps);
  });

  it.each([
    ['$.', 'is not a valid JSONPath'],
    ['$.a[', 'is not a valid JSONPath'],
    ['$[?(((((]', 'is not a valid JSONPath'],
    [`$.${'a'.repeat(300)}`, 'is a JSONPath of more than 256 characters'],
    [`$${'.a'.repeat(17)}`, 'is a JSONPath with too many segments or selectors'],
    ['$[*,*][*,*][*,*]', 'is a JSONPath with too many segments or selectors'],
    ['$..*..*', 'is a JSONPath with more than one ".." or filter, which is not supported'],
    ['$[?@[?@.a]]', 'is a JSONPath with more than one ".." or filter, which is not supported'],
    ['$..[?@..a]', 'is a JSONPath with more than one ".." or filter, which is not supported'],
    ['$[?$.a]', 'is a JSONPath with "$" inside a filter, which is not supported'],
    ['$[?@.a == $.b]', 'is a JSONPath with "$" inside a filter, which is not supported'],
    ["$[?match(@.a, '(a*)*b')]", 'is a JSONPath with a regular expression, which is not supported'],
    ["$[?!search(@, 'x')]", 'is a JSONPath with a regular expression, which is not supported'],
  ])('refuses an invalid or expensive path: %s', (text, message) => {
    expect(() => parseJsonPath(text)).toThrow(message);
  });

  it.each([
    '$..*',
    '$..[*,*,*,*]',
    `$..*${'.*'.repeat(15)}`,
    '$..[?@.*.*.*]',
    '$..[?@ == @ && @ == @ && @ == @]',
    '$..[?count(@.*) > 1 && count(@.*.*) > 1]',
  ])('reads each value of a large event only a few times per level: %s', (text) => {
    // The event has many small values and almost 64 levels. The API allows at most 64 levels.
    let reads = 0;
    const wide = new Proxy(Array<number>(2_000).fill(1), {
      get: (values, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(values, name) as unknown;
      },
    });
    let deep: unknown = wide;
    for (let level = 0; level < 60; level += 1) deep = [deep];
    parseJsonPath(text).read({ deep });
    expect(reads).toBeGreaterThanOrEqual(wide.length);
    expect(reads / wide.length).toBeLessThan(5 * 60); // quadratic cost would give 2,000
  });
});
