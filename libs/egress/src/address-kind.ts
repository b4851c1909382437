import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Text for error messages, for each range name of ipaddr.js. */
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

/** Metadata services with public addresses. 168.63.129.16 is Azure's WireServer. */
const METADATA = new Set(['168.63.129.16']);

/** All assigned global unicast addresses (RFC 4291). No other IPv6 address is public. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Well-known prefix of NAT64 (RFC 6052). The last 32 bits are the IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Parses an address in the form that sockets and resolvers use, and drops its zone id. An
 * IPv4-mapped IPv6 address becomes the IPv4 address, because the kernel connects to the IPv4
 * address.
 *
 * @returns undefined when the text is not an address
 */
export function parseAddress(text: string): Address | undefined {
  const withoutZone = text.replace(/%.*$/s, '');
  if (ipaddr.IPv4.isValidFourPartDecimal(withoutZone)) return ipaddr.IPv4.parse(withoutZone);
  if (!ipaddr.IPv6.isValid(withoutZone)) return undefined;
  // ipaddr.js would mistake `::1.2.3.4` (deprecated) for a mapped address, so the address is first
  // converted to hex groups.
  return ipaddr.process(withoutZone.includes('.') ? inHex(withoutZone) : withoutZone);
}

/**
 * Returns why an address is not public.
 *
 * An address is not public if ipaddr.js finds it in the IANA special-purpose registries (RFC 6890).
 * An IPv6 address outside of global unicast is not public either, for example an IPv4-compatible
 * form, a local NAT64 prefix, or a range that is not assigned yet.
 *
 * @returns e.g. `a loopback address`, or undefined for a public address
 */
export function forbiddenKind(address: Address): string | undefined {
  if (METADATA.has(address.toString())) return 'a cloud metadata address';
  if (address instanceof ipaddr.IPv6 && address.match(NAT64)) {
    // An IPv6-only network reaches every IPv4 host through NAT64, so the inner address decides.
    return forbiddenKind(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  }
  const range = address.range();
  if (range !== 'unicast') return KINDS[range] ?? OTHER_KIND;
  if (address instanceof ipaddr.IPv6 && !address.match(GLOBAL_UNICAST)) return OTHER_KIND;
  return undefined;
}

/** Converts an IPv6 address with dots to hex groups. */
function inHex(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
