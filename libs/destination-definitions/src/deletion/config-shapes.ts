import { urlOf } from '@lethe/contracts';
/** Where a service listens. */
export interface Place {
  /** Name or address, without brackets. */
  readonly host: string;
  /** Absent where the text has none. */
  readonly port?: number;
}

const PLACE = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+))(?::(\d+))?$/;
const HOST = /^(?:[^\s:/@[\]]+|(?=[^%]*:)[0-9a-fA-F:.]+(?:%\w+)?)$/;
const MOST_PLACES = 20;
const PLACEHOLDER = /\{userId\}|<userId>/;

/** @returns what is wrong with a text that should be a URL that Lethe may call */
export function httpUrlProblem(text: string): string | undefined {
  const url = urlOf(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return 'must be an http or https URL, such as https://example.com/delete';
  }
  return url.username === '' && url.password === '' ? undefined : 'must be a URL without a login';
}

/** @returns the origin that a text is, without path, query and login */
export function originOf(text: string): string | undefined {
  if (httpUrlProblem(text) !== undefined) return undefined;
  const { origin, pathname, search } = new URL(text);
  return pathname === '/' && search === '' ? origin : undefined;
}

/** @returns what is wrong with a text that should be a name or an address alone, as `h` and `::1` */
export function hostProblem(text: string): string | undefined {
  return HOST.test(text)
    ? undefined
    : 'must be a name or an address, without scheme, login, port and brackets';
}

/** @returns the port that a text is */
export function portOf(text: string): number | undefined {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined;
}

/**
 * Reads `host:port`, `host`, `[::1]:port`, several of them with commas between.
 *
 * @returns the places; or what is wrong with the text
 */
export function placesOf(text: string): readonly Place[] | string {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MOST_PLACES) {
    return `names more than ${MOST_PLACES} servers: a few are enough`;
  }
  const places: Place[] = [];
  for (const part of parts) {
    const [, bracketed, plain, port] = PLACE.exec(part) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined) return 'must be host:port, without a scheme or a login';
    if (port === undefined) {
      places.push({ host });
      continue;
    }
    const number = portOf(port);
    if (number === undefined) return 'must have a port from 1 to 65535';
    places.push({ host, port: number });
  }
  return places;
}

/**
 * Splits the pattern of a user's key. There is one placeholder and nothing else that changes, so that two users
 * never have the same key. Braces around `<userId>` are part of the key (a cluster's hash tag).
 *
 * @param pattern e.g. `user:<userId>`, `{user:<userId>}:profile` or `user:{userId}`
 * @returns what stands before and after the placeholder; undefined when it is not there exactly once
 */
export function splitKeyPattern(pattern: string): readonly [string, string] | undefined {
  const [before, after, ...more] = pattern.split(PLACEHOLDER);
  if (before === undefined || after === undefined || more.length > 0) return undefined;
  return [before, after];
}
