import { isIPv6 } from 'node:net';

/** Groups of 16 bits that a provider gives to one customer. */
const CUSTOMER_GROUPS = 4;

/**
 * What counts as one sender: an IPv4 address, or the 64 bits of an IPv6 address behind which one customer has as many
 * addresses as they like.
 */
export function senderOf(address: string): string {
  if (!isIPv6(address)) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7); // IPv4 on a socket for both
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after];
  return `${all.slice(0, CUSTOMER_GROUPS).join(':')}::/64`;
}
