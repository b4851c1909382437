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
    ['a single key', ONE.toString('base64'), [{ id: '1', bytes: ONE }]],
    ['hex', ONE.toString('hex'), [{ id: '1', bytes: ONE }]],
    ['the URL-safe alphabet', ONE.toString('base64url'), [{ id: '1', bytes: ONE }]],
    [
      'a new key before the key that it replaces',
      `b:${TWO.toString('base64')}, a:${ONE.toString('hex')}`,
      [
        { id: 'b', bytes: TWO },
        { id: 'a', bytes: ONE },
      ],
    ],
  ])('accepts %s', (_, text, keys) => {
    expect(parseSecretKeys(text)).toEqual(keys);
  });

  it.each([
    ['an empty value', ''],
    ['a password', 'correct horse battery staple'],
    ['a key that is too short', Buffer.alloc(31).toString('base64')],
    ['a key that is too long', Buffer.alloc(33).toString('base64')],
    ['the same id twice', `a:${ONE.toString('hex')},a:${TWO.toString('hex')}`],
    ['a trailing comma', `a:${ONE.toString('hex')},`],
    ['an id with a space', `a b:${ONE.toString('hex')}`],
  ])('refuses %s, and does not show the value in the message', (_, text) => {
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

  it('is created once, readable only by its owner, even when several processes start together', async () => {
    const file = join(folder, 'deep', 'secret-key');
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadOrCreateSecretKey(file)));
    expect(new Set(keys).size).toBe(1);
    expect(parseSecretKeys(keys[0] ?? '')).toHaveLength(1);
    expect(await loadOrCreateSecretKey(file)).toBe(keys[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'deep'))).toEqual(['secret-key']);
  });

  it('is never replaced, even when it is damaged', async () => {
    const file = join(folder, 'secret-key');
    await writeFile(file, 'half a k');
    await expect(loadOrCreateSecretKey(file)).rejects.toThrow(/does not contain a key/);
    expect(await readFile(file, 'utf8')).toBe('half a k');
  });
});
