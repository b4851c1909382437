import fc from 'fast-check';
import { normaliseContact, normaliseEmail, normalisePhone } from './contacts.js';

describe('normaliseContact', () => {
  it.each([
    ['ann@example.com', 'ann@example.com'],
    ['\u00a0 ann@exam\u200bple.com\t', 'ann@example.com'],
    ['\u2060\ufeff +49 30 1 \u00ad', '+49 30 1'],
    ['Ann  B@example.com', 'Ann  B@example.com'],
    ['\u200b \u00ad', ''],
  ])('changes %j to %j', (given, kept) => {
    expect(normaliseContact(given)).toBe(kept);
  });

  it('is applied by normaliseEmail, which also ignores case', () => {
    expect(normaliseEmail(' ＡNN@Exam\u200dple.com')).toBe('ann@example.com');
  });
});

describe('normalisePhone', () => {
  it.each([
    ...['+44 20 7946 0958', '+44 (0)20 7946 0958', '+44(0) 20-7946-0958', '0044 20 7946 0958'],
    ...['00 44 ( 0 ) 20 7946 0958', '(+44) 20/7946.0958', '+44 20 7946 0958 ext. 12'],
    ...['+44 20 7946 0958x12', '+44 20 7946 0958 #12', 'tel:+44-20-7946-0958;ext=12'],
    ...['\u200e+44 20 7946 0958\u200f', '＋４４ （０）２０ ７９４６ ０９５８', '+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨'],
    ...['+44 (٠) 20 7946 0958', 'Office: +44 20 7946 0958 (main)'],
  ])('recognises the same number in %s', (given) => {
    expect(normalisePhone(given)).toBe('+442079460958');
  });

  it.each([
    ['+44 20 (0) 7946 0958', '+442007946 0958'.replace(' ', '')],
    ['(0) 20 7946', '0207946'],
    ['020 7946 0958', '02079460958'],
    ['00', '00'],
    ['+', ''],
    ['no number', ''],
    ['12+34', '1234'],
    ['1-800-FLOWERS', '1800'],
  ])(
    'keeps all digits of %s that are not an extension or a (0) after the country code',
    (given, form) => {
      expect(normalisePhone(given)).toBe(form);
    },
  );

  it('reads the digits of all scripts', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').filter((name) => {
      const written = new Intl.NumberFormat('en', { numberingSystem: name, useGrouping: false });
      return /^\p{Nd}{10}$/u.test(written.format(1_234_567_890));
    });
    expect(systems.length).toBeGreaterThan(50);
    for (const numberingSystem of systems) {
      const written = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      expect([numberingSystem, normalisePhone(`+${written.format(1_234_567_890)}`)]).toEqual([
        numberingSystem,
        '+1234567890',
      ]);
    }
  });

  it('does not change its own results', () => {
    const signs = '0123456789+()x# -/٣０'.split('');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs)), (parts) => {
        const form = normalisePhone(parts.join(''));
        expect(form).toMatch(/^(?:\+?\d+)?$/);
        if (!form.startsWith('00')) expect(normalisePhone(form)).toBe(form);
      }),
    );
  });
});
