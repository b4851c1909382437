import fc from 'fast-check';
import { decimalValue, plainDecimal } from './plain-decimal.js';

describe('plainDecimal', () => {
  it.each([
    ['42', '42'],
    ['42.0', '42'],
    ['4.2e1', '42'],
    ['4200E-2', '42'],
    ['+42', '42'],
    ['-0.0e9', '0'],
    ['-1.50', '-1.5'],
    ['5e-2', '0.05'],
    ['12345678901234567890.0', '12345678901234567890'],
    [`1e511`, `1${'0'.repeat(511)}`],
    [`1e-511`, `0.${'0'.repeat(510)}1`],
    [`1e512`, undefined],
    [`1e-512`, undefined],
    ['1e999999999', undefined],
    ['1e-999999999999999999', undefined],
    ['', undefined],
    ['1.', undefined],
    ['0x1', undefined],
    ['42 ', undefined],
  ])('writes %s as %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });

  it('returns equal texts for equal values, and different texts for different values', () => {
    const integers = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
    fc.assert(
      fc.property(integers, fc.nat({ max: 30 }), fc.nat({ max: 5 }), (number, places, zeros) => {
        const sign = number < 0n ? '-' : '';
        const digits = String(number < 0n ? -number : number).padStart(places + 1, '0');
        const at = digits.length - places;
        const written = `${sign}${digits.slice(0, at)}.${digits.slice(at)}${'0'.repeat(zeros + 1)}`;
        const moved = `${number}${'0'.repeat(zeros)}e${-places - zeros}`;
        const plain = plainDecimal(written) ?? '';
        expect(plain).toBe(plainDecimal(moved));
        expect(decimalValue(plain)).toBe(decimalValue(written));
        expect(plain).toMatch(/^(?:0|-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?)$/);
      }),
    );
  });
});
