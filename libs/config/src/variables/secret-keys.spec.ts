import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadConfig } from '../load-config.js';
import { loadOrCreateSecretKey } from '../files/secret-key-file.js';
import { parseSecretKeys, secretKey } from './secret-keys.js';

const ONE = Buffer.alloc(32, 1);
const TWO = Buffer.alloc(32, 2);

describe('LETHE_SECRET_KEY', () => {
  it.each([
    ['a key alone', ONE.toString('base64'), [{ id: '1', bytes: ONE }]],
    ['hex', ONE.toString('hex'), [{ id: '1', bytes: ONE }]],
    ['the URL-safe alphabet', ONE.toString('base64url'), [{ id: '1', bytes: ONE }]],
    [
      'a key that replaces another one',
      `b:${TWO.toString('base64')}, a:${ONE.toString('hex')}`,
      [
        { id: 'b', bytes: TWO },
        { id: 'a', bytes: ONE },
      ],
    ],
  ])('may be %s', (_, text, keys) => {
    expect(parseSecretKeys(text)).toEqual(keys);
  });

  it.each([
    ['nothing', ''],
    ['a password', 'correct horse battery staple'],
    ['a key that is too short', Buffer.alloc(31).toString('base64')],
    ['a key that is too long', Buffer.alloc(33).toString('base64')],
    ['the same id twice', `a:${ONE.toString('hex')},a:${TWO.toString('hex')}`],
    ['a comma too many', `a:${ONE.toString('hex')},`],
    ['an id with a space', `a b:${ONE.toString('hex')}`],
  ])('must not be %s, and is never repeated', (_, text) => {
    expect(parseSecretKeys(text)).toBeUndefined();
    const schema = z.object({ LETHE_SECRET_KEY: secretKey().describe('The key.') });
    const load = () => loadConfig(schema, { LETHE_SECRET_KEY: text });
    expect(load).toThrow(/LETHE_SECRET_KEY(?:: must be <id>| is missing: The key)/);
    if (text !== '') expect(load).not.toThrow(new RegExp(text.slice(0, 20)));
  });
});

describe('the key file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lethe-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is made once, for its owner only, also when several start at once', async () => {
    const file = join(folder, 'deep', 'secret-key');
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateSecretKey(file)));
    expect(new Set(keys).size).toBe(1);
    expect(parseSecretKeys(keys[0] ?? '')).toHaveLength(1);
    expect(await loadOrCreateSecretKey(file)).toBe(keys[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'deep'))).toEqual(['secret-key']);
  });

  it('is never replaced, not even when it is damaged', async () => {
    const file = join(folder, 'secret-key');
    await writeFile(file, 'half a k');
    await expect(loadOrCreateSecretKey(file)).rejects.toThrow(/does not hold a key/);
    expect(await readFile(file, 'utf8')).toBe('half a k');
  });
});
