import { Buffer } from 'node:buffer';
import { viewsOf } from '@lethe/contracts';
import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { findDefinition } from '../registry.js';
import { maskSecret } from './mask-config.js';
import { createMaskOf, createSecretMasker, createShapeMasker, type Mask } from './secret-masker.js';
import { newSearchBudget } from './search/search-budget.js';

const http = findDefinition('HTTP')!;
const SECRET = 'p@ss/w+rd "é" <1>&2';
const mask = createSecretMasker(http, { username: 'jane', password: SECRET });
const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const hexEscaped = (text: string): string =>
  text.replace(/./g, (character) => `%${hexOf(character)}`);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('createSecretMasker', () => {
  it.each([
    ['alone', SECRET],
    ['in a longer text', `password=${SECRET}.`],
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

  it('hides a secret in base64 if other text follows the secret', () => {
    for (const after of [':', ':x', ':xy', ': and more']) {
      expect(mask(base64(`key-${SECRET}${after}`))).toMatch(/^..\*\*\*$/);
    }
  });

  it('hides secrets in names of members', () => {
    expect(mask({ [SECRET]: 1, other: 2 })).toEqual({ 'p@***': 1, other: 2 });
  });

  it('hides the whole value of an authorization header', () => {
    expect(mask({ headers: { Authorization: 'Klaviyo-API-Key unknown', accept: '*/*' } })).toEqual({
      headers: { Authorization: 'Kl***', accept: '*/*' },
    });
    expect(mask({ authorization: 'Bearer unknown' })).toEqual({ authorization: 'Be***' });
    expect(mask({ properties: { authorization: 'granted' } })).toEqual({
      properties: { authorization: 'granted' },
    });
  });

  it('hides the credentials of a configured header, even without their scheme', () => {
    const webhook = findDefinition('WEBHOOK')!;
    const hide = createSecretMasker(webhook, {
      headers: [{ from: 'authorization', to: 'Bearer topsecret' }],
    });
    expect(hide('got "topsecret"')).toBe('got "to***"');
  });

  it('hides the secrets of all given configurations', () => {
    const hide = createSecretMasker(http, { password: 'stored-one' }, { password: 'override-1' });
    expect(hide(['stored-one', 'override-1'])).toEqual(['st***', 'ov***']);
  });

  it('hides the longer of two secrets with the same start', () => {
    const hide = createSecretMasker(http, { password: 'topsecret', bearerToken: 'topsecret-2024' });
    expect(hide('topsecret-2024')).toBe('to***');
    expect(hide('a topsecret-2024 b')).toBe('a to*** b');
  });

  it.each([
    ['a', 'banana', 'banana'],
    ['a', 'a', 'a***'],
    ['abc', 'an abc of', 'an abc of'],
    ['true', 'construed as true', 'constr***d as tr***'],
    ['test', 'the latest test', 'the late*** te***'],
    ['1234', 'order 91234', 'order 912***'],
  ])('for the short secret "%s", shows "%s" as "%s"', (password, text, expected) => {
    expect(createSecretMasker(http, { password })(text)).toBe(expected);
  });

  it.each<[string, string, (secret: string) => string]>([
    ['in a path, by a URL parser', 'p@ss/w+rd "é" <1>&2', (s) => new URL(`http://x/${s}`).href],
    ['in a query, by a URL parser', 'p@ss/w+rd "é" <1>&2', (s) => new URL(`http://x/?q=${s}`).href],
    ['in userinfo, by a URL parser', 'p^ss|w+rd', (s) => new URL(`http://u:${s}@x/`).href],
    ['with every character escaped', 'topsecret', (s) => s.replace(/./g, (c) => `%${hexOf(c)}`)],
    ['escaped twice', 'top/secret', (s) => encodeURIComponent(encodeURIComponent(s))],
    ['as JSON in a URL', 'top"secret"', (s) => encodeURIComponent(JSON.stringify(s))],
    ['in HTML, by decimals', "top'secret", (s) => s.replace("'", '&#39;')],
    ['in HTML, by hex', 'top=secret', (s) => s.replace('=', '&#x3D;')],
    ['in capitals', 'topsecret', (s) => s.toUpperCase()],
    ['in small letters', 'TopSecret', (s) => s.toLowerCase()],
    ['in hex', 'topsecret', hexOf],
    ['in HEX', 'topsecret', (s) => hexOf(s).toUpperCase()],
    [
      'in base64 in JSON in a URL',
      'topsecret??>',
      (s) => encodeURIComponent(JSON.stringify(base64(s))),
    ],
    ['between letters', 'pass', (s) => `my${s}word`],
    ['with two characters, in Basic', 'pw', (s) => `Basic ${base64(`u:${s}`)}`],
  ])('hides a secret %s', (_where, password, write) => {
    const hide = createSecretMasker(http, { password });
    const shown = JSON.stringify(hide(`before ${write(password)} after`));
    expect(shown).toContain('***');
    expect(shown).toMatch(/before .* after/);
    expect(shown.length).toBeLessThan('"before https://name@x:0000/? after"'.length);
  });

  it('hides secrets that are numbers', () => {
    const hide = createSecretMasker(http, { password: '12345678', bearerToken: 42 });
    expect(hide([12345678, 42, 43, '42'])).toEqual(['12***', '42***', 43, '42***']);
  });

  it.each([
    ['at its end', (cut: string) => `key=${cut}…`],
    ['before its end', (cut: string) => `Preset Act: no such key ${cut}…. Preset Two: failed…`],
    [
      'in base64',
      (cut: string) =>
        `key=${base64('user:a-credential-of-the-workspace').slice(0, cut.length + 9)}…`,
    ],
    ['escaped', (cut: string) => `key=${hexEscaped(cut).slice(0, -1)}…`],
  ])('hides the start of a secret in a cut text: %s', (_where, write) => {
    const secret = 'a-credential-of-the-workspace';
    const hide = createSecretMasker(http, { password: secret });
    for (let length = 9; length < secret.length; length += 1) {
      const shown = String(hide(write(secret.slice(0, length))));
      expect(shown).toContain('***');
      expect(shown).not.toContain(secret.slice(0, 4));
      expect(shown).not.toContain(hexEscaped(secret.slice(0, 3)));
    }
    expect(hide({ a: `x${secret.slice(0, 20)}` }, { isCut: true })).toEqual({ a: 'xa-***' });
  });

  it.each(['p&ssword-1', 'pa&ssword1', 'pass&word1', 'p%40ssword', 'pa\\u0073swd', 'pa&#x73;wd'])(
    'hides the start of %s in a cut text, although its end can be an incomplete escape',
    (secret) => {
      for (const createMasker of [createShapeMasker, createMaskOf]) {
        for (let length = 4; length < secret.length; length += 1) {
          const shown = String(createMasker([secret])(`key=${secret.slice(0, length)}…`));
          expect(shown).toContain(`key=${secret.slice(0, 2)}***`);
          expect(shown).not.toContain(secret.slice(0, 4));
        }
      }
    },
  );

  const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

  it.each<[string, (text: string) => string]>([
    ['in a URL', encodeURIComponent],
    ['with all bytes escaped', (text) => hexOf(text).replace(/../g, '%$&')],
    ['twice in a URL', (text) => encodeURIComponent(encodeURIComponent(text))],
    ['in HTML in a URL', (text) => encodeURIComponent(html(text))],
    ['in a URL in HTML', (text) => html(encodeURIComponent(text))],
  ])('hides the start of a secret that is cut within an escape or a character: %s', (_, write) => {
    for (const secret of [
      'secret-é-tail9',
      'abcd€efgh12',
      'keys😀rest-of',
      'p&ss<w&rd-1',
      'tokn中文-77',
    ]) {
      for (const createMasker of [createShapeMasker, createMaskOf]) {
        const hide = createMasker([secret]);
        const written = write(secret);
        const first = write(secret.slice(0, 4)).length;
        for (let length = first; length < written.length; length += 1) {
          const shown = String(hide(`k=${written.slice(0, length)}…`));
          for (const { text } of viewsOf(shown)) expect(text).not.toContain(secret.slice(0, 4));
        }
      }
    }
  });

  it.each([
    ['alike', (n: number) => `${'a'.repeat(30)}${n}`, 'a'.repeat(900_000)],
    ['escaped', (n: number) => `secret ${n} "/é"`, 'secret%20'.repeat(100_000)],
    ['in base64', (n: number) => `secret-${n}`, base64('secret-1'.repeat(80_000))],
    ['cut', (n: number) => `secret-${n}`, 'secr…'.repeat(200_000)],
    ['in many texts', (n: number) => `secret-${n}`, Array(20_000).fill('secret-x'.repeat(12))],
  ])(
    'stops an expensive search, and hides all texts that it did not search: %s',
    (_how, secretOf, answer) => {
      const headers = Array.from({ length: 1_500 }, (_, n) => ({ from: 'x', to: secretOf(n) }));
      const masker = createSecretMasker(findDefinition('WEBHOOK'), { headers });
      const shown = [masker(answer)].flat();
      expect(shown.at(-1)).toBe('***'); // After a complete search, the mask would show characters.
      const steps = newSearchBudget();
      masker(answer, { steps });
      expect(steps.left).toBeLessThan(0);
      expect(steps.left).toBeGreaterThan(-100_000); // Each remaining text costs only one step.
    },
  );

  it('does not change a value that contains no secret', () => {
    const value = { a: 1, b: true, c: null, d: ['text'], e: { f: 'g' } };
    expect(mask(value)).toEqual(value);
    expect(createSecretMasker(http, { password: '' })('any text')).toBe('any text');
  });

  it('hides all texts of the configuration if the destination type is unknown', () => {
    expect(createSecretMasker(undefined, { odd: 'something' })('something')).toBe('so***');
  });

  it('does not throw for an answer with 20,000 nested levels', () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(() => mask(JSON.parse(text))).not.toThrow();
  });

  it('is fast for a large answer with long runs of base64', () => {
    const run = base64('x'.repeat(700_000));
    const before = process.cpuUsage();
    expect(mask({ run })).toEqual({ run });
    // A measurement took 1 ms of CPU time. A quadratic search would take minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });
});

/** The plain form of a masker: it copies all members one by one. */
function maskedPlainly(value: unknown, maskText: Mask, parent = ''): unknown {
  if (typeof value !== 'object' || value === null) return maskText(value);
  if (Array.isArray(value)) return value.map((each) => maskedPlainly(each, maskText, parent));
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const isHeader =
      name === 'authorization' &&
      typeof member === 'string' &&
      (parent === 'headers' || member.startsWith('Bearer '));
    const shown = isHeader ? maskSecret(member) : maskedPlainly(member, maskText, name);
    return [maskText(name) as string, shown];
  });
  return Object.fromEntries(members);
}

describe('a mask of objects', () => {
  const leaf = fc.constantFrom<unknown>(
    'a',
    SECRET,
    `x ${SECRET}`,
    'Bearer abcdef',
    -0,
    7,
    null,
    true,
  );
  const name = fc.constantFrom(
    ...['__proto__', 'headers', 'authorization', 'toJSON', '0', 'a', SECRET, `b${SECRET}`],
  );
  const values = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .array(fc.tuple(name, tie('value')), { maxLength: 4 })
        .map((members) => Object.fromEntries(members) as unknown),
    ),
  })).value;

  it.each([
    ['with secrets', mask],
    ['without secrets', createSecretMasker(http, {})],
  ])('%s gives the members of the plain form, in their order', (_which, masked) => {
    fc.assert(
      fc.property(values, (value) => {
        const before = structuredClone(value);
        const shown = masked(value);
        expect(JSON.stringify(shown)).toBe(JSON.stringify(maskedPlainly(value, masked)));
        expect(value).toEqual(before);
        if (typeof value === 'object' && value !== null) expect(shown).not.toBe(value);
      }),
      { numRuns: usualOrLong(300, 20_000) },
    );
  });
});
