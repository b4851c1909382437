import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What ipaddr.js calls a range, in the words of an error text. */
const KINDS: Readonly<Record<string, string>> = {
  unspecified: 'an unspecified address',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  carrierGradeNat: 'a carrier-grade NAT address',
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
  '6to4': 'a tunnel address',
  teredo: 'a tunnel address',
};
const OTHER_KIND = 'a reserved address';

/** Metadata services that do not live in a link-local or private range (Azure's WireServer). */
const METADATA = new Set(['168.63.129.16']);

/** All that is handed out as global unicast (RFC 4291); the rest of IPv6 leads nowhere public. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known prefix of NAT64 (RFC 6052): the last 32 bits are the IPv4 address that is meant. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Reads an address as sockets and resolvers write it. A zone id is left out, and an IPv4-mapped
 * IPv6 address becomes the IPv4 address that the kernel would connect to.
 *
 * @returns undefined when the text is not an address
 */
export function parseAddress(text: string): Address | undefined {
  const plain = text.replace(/%.*$/s, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(plain)) return ipaddr.IPv4.parse(plain);
  if (!ipaddr.IPv6.isValid(plain)) return undefined;
  // ipaddr.js takes the deprecated `::1.2.3.4` for a mapped address, which it is not.
  return ipaddr.process(plain.includes('.') ? inHex(plain) : plain);
}

/**
 * Says why an address is not one of the public internet.
 *
 * Ranges: the IANA special-purpose registries (RFC 6890) as ipaddr.js knows them, and everything
 * in IPv6 outside of global unicast: IPv4-compatible forms, local NAT64 prefixes, what comes later.
 *
 * @returns e.g. `a loopback address`, or undefined when the address is public
 */
export function forbiddenKind(address: Address): string | undefined {
  if (METADATA.has(address.toString())) return 'a cloud metadata address';
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) {
    // An IPv6-only network reaches every IPv4 host this way, so the address inside decides.
    return forbiddenKind(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  }
  const range = address.range();
  if (range !== 'unicast') return KINDS[range] ?? OTHER_KIND;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return OTHER_KIND;
  return undefined;
}

/** An IPv6 address with dots, in groups of hex digits alone. */
function inHex(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
