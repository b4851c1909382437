import { parseAddress } from './address-kind.js';
import { allowsAddress, allowsHost, parseEgressAllow } from './egress-allow.js';

const allows = (entry: string, address: string) =>
  allowsAddress(parseEgressAllow([entry]), parseAddress(address)!);

describe('parseEgressAllow', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['127.0.0.1', '::1', false],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.9.9.9', true],
    ['0.0.0.0/0', '192.168.0.1', true],
    ['0.0.0.0/0', 'fd00::1', false],
    ['::1', '::1', true],
    ['::ffff:127.0.0.1', '127.0.0.1', true],
    ['fd00::/8', 'fdff::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['::/0', '127.0.0.1', false],
  ])('decides that the exception %s allows the address %s: %s', (entry, address, expected) => {
    expect(allows(entry, address)).toBe(expected);
  });

  it('allows host names in any case and script, but not their subdomains', () => {
    const allow = parseEgressAllow(['Sink.Internal', 'localhost.', 'bücher.example', 'a_b']);
    expect(allowsHost(allow, 'sink.internal')).toBe(true);
    expect(allowsHost(allow, 'sink.internal.')).toBe(true);
    expect(allowsHost(allow, 'localhost')).toBe(true);
    expect(allowsHost(allow, 'xn--bcher-kva.example')).toBe(true);
    expect(allowsHost(allow, 'a_b')).toBe(true);
    expect(allowsHost(allow, 'deep.sink.internal')).toBe(false);
    expect(allow.ranges).toEqual([]);
  });

  it.each([
    '',
    ' ',
    '127.0.0.1:80',
    'localhost:80',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/a',
    '10.0/8',
    '127.1',
    '2130706433',
    '0x7f000001',
    '::ffff:10.0.0.0/104',
    'fe80::1%eth0',
    '[::1]',
    '*.internal',
    'http://localhost',
    'a b',
    'user@host',
  ])('throws an error that contains the invalid entry: %j', (entry) => {
    expect(() => parseEgressAllow(['127.0.0.1', entry])).toThrow(
      `${JSON.stringify(entry)} is not an address`,
    );
  });
});
