import { urlOf } from '@lethe/contracts';
import ipaddr from 'ipaddr.js';
import { type Address, parseAddress } from './address-kind.js';

/** Addresses and host names that are allowed although they are not public. */
export interface EgressAllow {
  /** Host names in lower case. All addresses of these names are allowed. */
  readonly hosts: ReadonlySet<string>;
  readonly ranges: readonly (readonly [Address, number])[];
}

/**
 * Parses a list of exceptions.
 *
 * @param entries addresses (`127.0.0.1`, `::1`), CIDRs (`10.0.0.0/8`, `fd00::/8`) and host names
 * (`localhost`), without ports. A host name does not include its subdomains.
 * @throws Error with the invalid entry
 */
export function parseEgressAllow(entries: readonly string[]): EgressAllow {
  const hosts = new Set<string>();
  const ranges: [Address, number][] = [];
  for (const entry of entries) {
    const range = parseRange(entry);
    if (range !== undefined) ranges.push(range);
    else hosts.add(parseHost(entry));
  }
  return { hosts, ranges };
}

/** @param hostname host name of a URL; a dot at the end is ignored */
export function allowsHost(allow: EgressAllow, hostname: string): boolean {
  return allow.hosts.has(hostname.replace(/\.$/, ''));
}

export function allowsAddress(allow: EgressAllow, address: Address): boolean {
  return allow.ranges.some(([range, bits]) =>
    address instanceof ipaddr.IPv4
      ? range instanceof ipaddr.IPv4 && address.match(range, bits)
      : range instanceof ipaddr.IPv6 && address.match(range, bits),
  );
}

function parseRange(entry: string): [Address, number] | undefined {
  const [, text = '', bits] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  const most = address instanceof ipaddr.IPv4 ? 32 : 128;
  // In `::ffff:10.0.0.0/104`, the prefix length is for IPv6, but the address is IPv4. Such an entry
  // is refused.
  const isMapped = address instanceof ipaddr.IPv4 && text.includes(':');
  if (bits === undefined) return [address, most];
  return Number(bits) > most || isMapped ? undefined : [address, Number(bits)];
}

function parseHost(entry: string): string {
  const url = /^[^\s/:@?#[\]\\%*]+$/.test(entry) ? urlOf(`http://${entry}`) : undefined;
  if (url !== undefined) {
    const { hostname } = url;
    // A URL turns a number such as `2130706433` into an IPv4 address. Such an entry is refused.
    if (parseAddress(hostname) === undefined) return hostname.replace(/\.$/, '');
  }
  throw new Error(
    `${JSON.stringify(entry)} is not an address (127.0.0.1), a CIDR (10.0.0.0/8) or a host name without port`,
  );
}
