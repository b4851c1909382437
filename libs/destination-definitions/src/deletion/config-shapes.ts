import { urlOf } from '@lethe/contracts';
/** Address of a server. An IPv6 address in `host` has no brackets. */
export interface ServerAddress {
  readonly host: string;
  readonly port?: number;
}

const ADDRESS = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+))(?::(\d+))?$/;
const HOST = /^(?:[^\s:/@[\]]+|(?=[^%]*:)[0-9a-fA-F:.]+(?:%\w+)?)$/;
const MOST_ADDRESSES = 20;
const PLACEHOLDER = /\{userId\}|<userId>/;

/** @returns why a text is not a URL that Lethe can call; undefined if it is such a URL */
export function httpUrlProblem(text: string): string | undefined {
  const url = urlOf(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return 'must be an http or https URL, such as https://example.com/delete';
  }
  return url.username === '' && url.password === ''
    ? undefined
    : 'must be a URL without user name and password';
}

/**
 * Returns the origin of a URL.
 *
 * @returns undefined if the text is not a URL, or if it has a path, a query, a user name or a
 *   password
 */
export function originOf(text: string): string | undefined {
  if (httpUrlProblem(text) !== undefined) return undefined;
  const { origin, pathname, search } = new URL(text);
  return pathname === '/' && search === '' ? origin : undefined;
}

/** @returns why a text is not a host name or an IP address such as `::1`; undefined if it is one */
export function hostProblem(text: string): string | undefined {
  return HOST.test(text)
    ? undefined
    : 'must be a host name or an IP address, without scheme, user name, port and brackets';
}

/** @returns the port; undefined if the text is not a valid port */
export function portOf(text: string): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined;
}

/**
 * Reads a comma-separated list of `host:port`, `host` or `[::1]:port`.
 *
 * @returns the addresses; a text that describes the problem if the list is invalid
 */
export function parseAddresses(text: string): readonly ServerAddress[] | string {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MOST_ADDRESSES) {
    return `names too many servers: at most ${MOST_ADDRESSES} are allowed, and a few are enough`;
  }
  const addresses: ServerAddress[] = [];
  for (const part of parts) {
    const [, bracketed, plain, port] = ADDRESS.exec(part) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined) return 'must be host:port, without scheme and user name';
    if (port === undefined) {
      addresses.push({ host });
      continue;
    }
    const number = portOf(port);
    if (number === undefined) return 'must have a port from 1 to 65535';
    addresses.push({ host, port: number });
  }
  return addresses;
}

/**
 * Splits the pattern of a user's key. A pattern has exactly one placeholder, so that two users
 * never have the same key. Braces around `<userId>` are part of the key, because a Redis cluster
 * uses them as a hash tag.
 *
 * @param pattern such as `user:<userId>`, `{user:<userId>}:profile` or `user:{userId}`
 * @returns the texts before and after the placeholder; undefined if the pattern does not have
 *   exactly one placeholder
 */
export function splitKeyPattern(pattern: string): readonly [string, string] | undefined {
  const [before, after, ...more] = pattern.split(PLACEHOLDER);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return [before, after];
}
