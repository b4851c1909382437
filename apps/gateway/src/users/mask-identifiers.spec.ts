import { maskIdentifier } from './mask-identifiers.js';

describe('maskIdentifier', () => {
  it.each([
    ['user-4711', 'us***'],
    ['alice@example.com', 'al***'],
    ['+49 170 1234567', '+4***'],
    ['abcd', '***'],
    ['😀😀😀😀😀', '😀😀***'],
    ['@handle', '@h***'],
    ['', '***'],
    [42, '***'],
    [{ a: 'b' }, '***'],
  ])('shows %s as %s', (value, shown) => {
    expect(maskIdentifier(value)).toBe(shown);
  });

  it.each([
    ['alice@example.com', 'a***@example.com'],
    ['"a@b"@example.com', '"***@example.com'],
    ['not an address', 'no***'],
  ])('shows the e-mail address %s as %s', (value, shown) => {
    expect(maskIdentifier(value, 'email')).toBe(shown);
  });
});
