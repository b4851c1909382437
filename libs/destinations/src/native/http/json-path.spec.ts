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
  ])('looks at each value of a large event a few times a level at most: %s', (text) => {
    // As the API takes it: many small values, and 64 levels.
    let looks = 0;
    const wide = new Proxy(Array<number>(2_000).fill(1), {
      get: (values, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
        return Reflect.get(values, name) as unknown;
      },
    });
    let deep: unknown = wide;
    for (let level = 0; level < 60; level += 1) deep = [deep];
    parseJsonPath(text).read({ deep });
    expect(looks).toBeGreaterThanOrEqual(wide.length);
    expect(looks / wide.length).toBeLessThan(5 * 60); // once for each value would be 2,000
  });
});
