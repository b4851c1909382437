import { LetheError } from '@lethe/contracts';
import { readForce } from './read-force.js';

const PATH = '/v0/testDestination/dst_1';

describe('force', () => {
  it.each([
    ['', false],
    ['?', false],
    ['?force=false', false],
    ['?force=true', true],
    ['?&force=true&', true],
    ['?%66orce=tru%65', true],
  ])('of "%s" is %s', (query, force) => {
    expect(readForce(`${PATH}${query}`)).toBe(force);
  });

  it.each([
    ['?force', 'force'],
    ['?force=', 'force'],
    ['?force=1', 'force'],
    ['?force=TRUE', 'force'],
    ['?force=true+', 'force'],
    ['?force=true&force=true', 'force'],
    ['?force=false&force=true', 'force'],
    ['?force=%zz', 'force'],
    ['?forse=true', 'forse'],
    ['?Force=true', 'Force'],
    ['?force=true&x=1', 'x'],
    ['?__proto__=true', '__proto__'],
  ])('is refused in "%s", naming %s', (query, name) => {
    let thrown: unknown;
    try {
      readForce(`${PATH}${query}`);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(LetheError);
    expect(thrown).toMatchObject({ code: 'invalid_request' });
    expect(Object.keys((thrown as LetheError).details ?? {})).toEqual([name]);
  });
});
