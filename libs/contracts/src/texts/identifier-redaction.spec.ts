import fc from 'fast-check';
import type { JsonObject } from './json.js';
import { IdentifierRedaction } from './identifier-redaction.js';

function hide(users: readonly JsonObject[], ...texts: string[]): string[] {
  const mask = new IdentifierRedaction(texts);
  mask.add(users);
  return mask.hide();
}

describe('IdentifierRedaction', () => {
  const users = [
    { userId: 'user-17', email: 'Ada@Example.com', traits: { phones: ['+49 1234'] }, age: 4711 },
    { userId: 'x"y' },
    { userId: '42', tag: '#1', name: 'Jane\u00a0Doe' },
  ];

  it.each([
    ['No such user: user-17.', 'No such user: ***.'],
    ['user-17user-17', '***'],
    ['ADA@EXAMPLE.COM is invalid', '*** is invalid'],
    ['GET /users/ada%40example.com failed', 'GET /users/*** failed'],
    ['GET /users/%61da%2540example.com failed', 'GET /users/*** failed'],
    ['{"id":"x\\"y","mail":"ada\\u0040example.com"}', '{"id":"***","mail":"***"}'],
    ['call +49 1234', 'call ***'],
    ['?phone=%2B49+1234&x', '?phone=***&x'],
    ['id 4711', 'id ***'],
    ['user 42 of 420', 'user *** of 420'],
    ['a%2F42%2Fb', 'a%2F***%2Fb'],
    ['order#1 of #12', 'order*** of #12'],
    ['for Jane Doe', 'for ***'],
    [`Basic ${Buffer.from('key:Ada@Example.com!').toString('base64')} denied`, 'Basic *** denied'],
    ['no such user: ada@exam…; the rest is done', 'no such user: ***…; the rest is done'],
    ['no such user: user...', 'no such user: ***...'],
    ['no such user: ada%4…', 'no such user: ***%4…'],
    ['nothing of anybody… or us…', 'nothing of anybody… or us…'],
  ])('changes %s to: %s', (text, expected) => {
    expect(hide(users, text)).toEqual([expected]);
  });

  it.each([
    ['ada@example.com', 'İstanbul: ADA@example.com', 'İstanbul: ***'],
    ['İbrahim@example.com', 'for İBRAHIM@EXAMPLE.COM', 'for ***'],
    ['İbrahim@example.com', `for ${'İbrahim@example.com'.toLowerCase()}`, 'for ***'],
    ['Strauß@example.com', `for ${'Strauß@example.com'.toUpperCase()}`, 'for ***'],
    ['ΟΔΥΣΣΕΥΣ', 'for οδυσσευς, ΟΔΥΣΣΕΥΣ', 'for ***, ***'],
    ['𐐀𐐁𐐂', '😀 for 𐐨𐐩𐐪!', '😀 for ***!'],
  ])('finds %s in: %s', (email, text, expected) => {
    expect(hide([{ email }], text)).toEqual([expected]);
  });

  it('leaves no rest of a longer identifier that contains a shorter identifier of any user', () => {
    const jane = { userId: 'jane', email: 'jane.smith@acme.example', name: 'Jane Smith' };
    const text = 'jane.smith@acme.example, Jane Smith, janesmith@acme.example';
    expect(hide([jane, { userId: 'smith@acme' }], text)).toEqual(['***, ***, ***.example']);
  });

  it.each([
    ['no mailbox jane.smith here', 'no mailbox *** here'],
    ['no mailbox JANE%2ESMITH', 'no mailbox ***'],
    ['user jane: jane.smith, janet', 'user ***: ***, ***t'],
    ['call 491711234567', 'call ***'],
    ['call +49-171-123 45 67, now', 'call +***, now'],
    ['call 0049 (171) 1234567.', 'call 00***.'],
    ['call 49 (0)171 1234567.', 'call ***.'],
    ['job 17 of 49, 171 users', 'job 17 of 49, 171 users'],
    ['annex of anna.an', 'annex of ***'],
  ])('finds parts and other spellings of an address and a phone number: %s', (text, expected) => {
    const given = [
      { userId: 'jane', email: 'jane.smith@acme.example', phone: '+49 (0) 171 / 1234567' },
      { userId: 'an', email: 'anna.an@acme.example' },
    ];
    expect(hide(given, text)).toEqual([expected]);
  });

  it('finds the last of many identifiers of a user', () => {
    const tags = Array.from({ length: 1_000 }, (_, n) => `t${String(n)}`);
    expect(hide([{ userId: 'u-1', tags, email: 'ada@example.com' }], 'ada@example.com')).toEqual([
      '***',
    ]);
  });

  const identifier = fc.stringMatching(/^[ab@.]{3,8}$/);

  it('finds the same parts as a slow search for each identifier', () => {
    const text = fc.array(fc.oneof(identifier, fc.stringMatching(/^[ab@. x]{0,9}$/)));
    fc.assert(
      fc.property(fc.array(identifier, { maxLength: 8 }), text, (ids, parts) => {
        const whole = parts.join('');
        fc.pre(!whole.includes('...'));
        expect(hide([{ userId: 'none', ids }], whole)).toEqual([slowSearch(whole, ids)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds an identifier in each encoding, alone and among other identifiers', () => {
    const ways: ((text: string) => string)[] = [
      (text) => text,
      (text) => text.toUpperCase(),
      encodeURIComponent,
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join(''),
      (text) => Buffer.from(`${text}  `).toString('base64'),
      (text) => Buffer.from(`:${text}`).toString('base64url'),
    ];
    // The letter q does not occur in the surrounding text.
    const odd = fc.stringMatching(/^[a-fäß"\\/@+ %&]{3,12}$/).map((text) => `q${text}qq`);
    fc.assert(
      fc.property(
        fc.array(odd, { minLength: 1 }),
        fc.nat(),
        fc.constantFrom(...ways),
        (ids, n, way) => {
          const written = way(ids[n % ids.length]!);
          expect(hide([{ ids }], `<${written}> `)).toEqual(['<***> ']);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('hides the beginning of an identifier that can be an incomplete escape', () => {
    for (const id of ['a&bcdefgh', 'abc&defgh', 'ab%4defgh', 'ab\\u00defg']) {
      for (let length = 3; length < id.length; length += 1) {
        expect(hide([{ userId: id }], `x ${id.slice(0, length)}…`)).toEqual(['x ***…']);
      }
    }
  });

  it('hides the beginning of an identifier that is cut within an escaped character', () => {
    for (const write of [
      encodeURIComponent,
      (id: string) => encodeURIComponent(encodeURIComponent(id)),
    ]) {
      for (const id of ['user-é-tail', 'abc€def', 'name😀x']) {
        const written = write(id);
        for (let length = 3; length < written.length; length += 1) {
          const [hidden] = hide([{ userId: id }], `x ${written.slice(0, length)}…`);
          expect(hidden).toMatch(/^x \*\*\*[%\dA-F]*…$/); // an incomplete character can remain
        }
      }
    }
  });

  it('hides the beginning of an identifier before a cut', () => {
    fc.assert(
      fc.property(fc.array(identifier, { minLength: 1 }), fc.nat(), (ids, n) => {
        const [first = ''] = ids;
        const length = Math.max(3, n % first.length);
        const [hidden = ''] = hide([{ ids }], `x ${first.slice(0, length)}…`);
        expect(hidden).toMatch(/^x (\*\*\*)?…$/);
      }),
    );
  });
});

/** Searches for each identifier separately, in lower-case ASCII. */
function slowSearch(text: string, ids: readonly string[]): string {
  const covered = Array.from(text, () => false);
  for (const id of ids) {
    const [local = ''] = id.split('@');
    const alone = /^[^@ ]{3,}@[^@ ]+$/.test(id)
      ? text.matchAll(
          // This is a lookahead, because occurrences can overlap.
          new RegExp(
            `(?<![abx](?=[abx]))(?=${local.replaceAll('.', '\\.')}(?!(?<=[abx])[abx]))`,
            'g',
          ),
        )
      : [];
    for (const { index } of alone) covered.fill(true, index, index + local.length);
    for (let from = text.indexOf(id); from >= 0; from = text.indexOf(id, from + 1)) {
      covered.fill(true, from, from + id.length);
    }
  }
  return Array.from(text, (character, place) => {
    if (covered[place] !== true) return character;
    return covered[place - 1] === true ? '' : '***';
  }).join('');
}
