import fc from 'fast-check';
import { forbiddenKind, parseAddress } from './address-kind.js';

const kindOf = (text: string) => forbiddenKind(parseAddress(text)!);

describe('forbiddenKind', () => {
  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '::ffff:1.1.1.1',
    '64:ff9b::1.1.1.1',
  ])('allows the public address %s', (address) => {
    expect(kindOf(address)).toBeUndefined();
  });

  it('gives an IPv4 address and its mapped and NAT64 forms the same result', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const kind = kindOf(address);
        expect(kindOf(`::ffff:${address}`)).toBe(kind);
        expect(kindOf(`64:ff9b::${address}`)).toBe(kind);
      }),
    );
  });

  it('forbids every IPv4 address in its IPv4-compatible, 6to4 or Teredo form', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(0xffff), (address, low) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        for (const form of [
          `::${address}`,
          `2002:${hex}::${low.toString(16)}`,
          `2001:0:${hex}::`,
        ]) {
          expect(kindOf(form)).toBeDefined();
        }
      }),
    );
  });

  it('does not parse spellings of an address that sockets and resolvers never write', () => {
    for (const text of [
      '',
      'localhost',
      '127.1',
      '0x7f000001',
      '010.0.0.1.',
      '1.2.3.4.5',
      '1::2::3',
    ]) {
      expect(parseAddress(text)).toBeUndefined();
    }
  });
});
