import { resolve } from 'node:path';
import { userPath } from './user-path.js';

describe('userPath', () => {
  it.each([
    ['npm run lethe in a clone', { npm_package_name: 'lethe', INIT_CWD: '/home' }, '/home/a'],
    ['a script of another package', { npm_package_name: 'shop', INIT_CWD: '/home' }, resolve('a')],
    ['no npm', {}, resolve('a')],
  ])('is relative to the right folder with %s', (_name, environment, path) => {
    expect(userPath({ environment }, 'a')).toBe(path);
    expect(userPath({ environment }, '/b')).toBe('/b');
  });
});
