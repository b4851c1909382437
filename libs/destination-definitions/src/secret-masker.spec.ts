import { Buffer } from 'node:buffer';
import { findDefinition } from './registry.js';
import { createSecretMasker } from './secret-masker.js';

const http = findDefinition('HTTP')!;
const SECRET = 'p@ss/w+rd "é" <1>&2';
const mask = createSecretMasker(http, { username: 'jane', password: SECRET });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('createSecretMasker', () => {
  it.each([
    ['alone', SECRET],
    ['inside text', `password=${SECRET}.`],
    ['as JSON text', JSON.stringify({ password: SECRET })],
    ['as JSON text inside JSON text', JSON.stringify({ batch: JSON.stringify({ p: SECRET }) })],
    ['as JSON text with escaped slashes', JSON.stringify(SECRET).replaceAll('/', '\\/')],
    ['as JSON text in ASCII', JSON.stringify(SECRET).replaceAll('é', '\\u00e9')],
    ['url-encoded', `https://example.com/?p=${encodeURIComponent(SECRET)}`],
    ['url-encoded in lower case', encodeURIComponent(SECRET).toLowerCase()],
    ['in a form', new URLSearchParams({ p: SECRET }).toString()],
    ['in XML', '<p>p@ss/w+rd "é" &lt;1&gt;&amp;2</p>'],
  ])('hides a secret %s', (_where, text) => {
    const masked = mask({ deep: [{ text }] }) as { deep: [{ text: string }] };
    expect(masked.deep[0].text).toContain('p@***');
    expect(masked.deep[0].text).not.toMatch(/w(\+|%2b)rd/i);
  });

  it.each(['', 'a:', 'ab:', 'abc:', 'jane:', 'jane@example.com:'])(
    'hides a secret in base64 after "%s"',
    (user) => {
      const text = base64(`${user}${SECRET}`);
      expect(mask(`Basic ${text}`)).toBe(`Basic ${text.slice(0, 2)}***`);
      expect(mask(encodeURIComponent(text))).toBe(`${text.slice(0, 2)}***`);
      expect(mask(Buffer.from(`${user}${SECRET}`).toString('base64url'))).toMatch(/^..\*\*\*$/);
    },
  );

  it('hides a secret in base64 with something after it', () => {
    for (const after of [':', ':x', ':xy', ': and more']) {
      expect(mask(base64(`key-${SECRET}${after}`))).toMatch(/^..\*\*\*$/);
    }
  });

  it('hides names of members', () => {
    expect(mask({ [SECRET]: 1, other: 2 })).toEqual({ 'p@***': 1, other: 2 });
  });

  it('hides authorization headers whole, whatever is in them', () => {
    expect(mask({ headers: { Authorization: 'Klaviyo-API-Key unknown', accept: '*/*' } })).toEqual({
      headers: { Authorization: 'Kl***', accept: '*/*' },
    });
    expect(mask({ authorization: 'Bearer unknown' })).toEqual({ authorization: 'Be***' });
    expect(mask({ properties: { authorization: 'granted' } })).toEqual({
      properties: { authorization: 'granted' },
    });
  });

  it('hides the credentials of a configured header also without their scheme', () => {
    const webhook = findDefinition('WEBHOOK')!;
    const hide = createSecretMasker(webhook, {
      headers: [{ from: 'authorization', to: 'Bearer topsecret' }],
    });
    expect(hide('got "topsecret"')).toBe('got "to***"');
  });

  it('hides secrets of all configurations given', () => {
    const hide = createSecretMasker(http, { password: 'stored-one' }, { password: 'override-1' });
    expect(hide(['stored-one', 'override-1'])).toEqual(['st***', 'ov***']);
  });

  it('hides the longer of two secrets that begin alike', () => {
    const hide = createSecretMasker(http, { password: 'topsecret', bearerToken: 'topsecret-2024' });
    expect(hide('topsecret-2024')).toBe('to***');
    expect(hide('a topsecret-2024 b')).toBe('a to*** b');
  });

  it.each([
    ['a', 'banana', 'banana'],
    ['a', 'a', 'a***'],
    ['abc', 'an abc of', 'an abc of'],
    ['true', 'construed as true', 'construed as tr***'],
    ['test', 'the latest test', 'the latest te***'],
    ['1234', 'order 91234', 'order 91234'],
  ])('of the short secret "%s" leaves "%s" as "%s"', (password, text, expected) => {
    expect(createSecretMasker(http, { password })(text)).toBe(expected);
  });

  it('changes nothing that is no text, and nothing without secrets', () => {
    const value = { a: 1, b: true, c: null, d: ['text'], e: { f: 'g' } };
    expect(mask(value)).toEqual(value);
    expect(createSecretMasker(http, { password: '' })('any text')).toBe('any text');
  });

  it('hides every text of a type that nobody knows', () => {
    expect(createSecretMasker(undefined, { odd: 'something' })('something')).toBe('so***');
  });

  it('takes an answer that is nested as deeply as anybody can make it', () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(() => mask(JSON.parse(text))).not.toThrow();
  });

  it('is quick with a large answer that holds long runs of base64', () => {
    const run = base64('x'.repeat(700_000));
    const before = process.cpuUsage();
    expect(mask({ run })).toEqual({ run });
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000); // ms of a processor; 1 was seen
  });
});
