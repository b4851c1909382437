import { isIPv6 } from 'node:net';

/** Number of 16-bit groups of an IPv6 address that are the same for all addresses of a customer. */
const CUSTOMER_GROUPS = 4;

/**
 * Returns an IPv4 address unchanged, or the first 64 bits of an IPv6 address. One customer of a
 * provider can use all addresses with the same 64 bits.
 */
export function clientAddressOf(address: string): string {
  if (!isIPv6(address)) return address;
  // An IPv6 socket shows an IPv4 address with this prefix.
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after];
  return `${all.slice(0, CUSTOMER_GROUPS).join(':')}::/64`;
}
