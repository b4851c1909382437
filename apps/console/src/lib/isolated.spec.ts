import { isolated } from './isolated.js';

describe('isolated', () => {
  it.each([
    ['a name', 'a name'],
    ['\u202eno\u2069 longer\u202c', 'no longer'],
  ])('isolates %j', (text, shown) => {
    expect(isolated(text)).toBe(`\u2068${shown}\u2069`);
  });
});
