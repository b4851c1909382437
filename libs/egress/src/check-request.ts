import { urlOf } from '@lethe/contracts';
import type { OutgoingRequest } from './egress.js';
import { CONNECTION_HEADERS } from './connection-headers.js';
import { EgressRefusedError } from './egress-errors.js';
import { refusal } from './refusal.js';
import { USER_AGENT } from './user-agent.js';

export interface CheckedRequest {
  readonly url: URL;
  readonly method: string;
  /** Names and values alternately, because undici keeps the spelling of names in this form. */
  readonly headers: string[];
}

/** `token` of RFC 9110 section 5.6.2: the form of methods and header names. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** CONNECT opens a tunnel. The answers to TRACE and TRACK can repeat credentials. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * Checks a request before a connection is made.
 *
 * @throws EgressRefusedError if the URL is not valid, has a scheme other than http and https, or
 *   contains credentials; if the method is forbidden; if a method or a header has characters that
 *   HTTP does not allow, such as a line break
 */
export function checkRequest(request: OutgoingRequest): CheckedRequest {
  return {
    url: checkUrl(request.url),
    method: checkMethod(request.method),
    headers: checkHeaders(request.headers),
  };
}

function checkUrl(text: string): URL {
  const url = urlOf(text);
  if (url === undefined) throw refusal('this URL', 'it is not a valid absolute URL');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refusal(`${url.protocol} URLs`, 'only http and https are');
  }
  if (url.username !== '' || url.password !== '') {
    throw refusal(url.hostname, 'the URL holds credentials; send an Authorization header instead');
  }
  return url;
}

function checkMethod(method: string): string {
  const upper = method.toUpperCase();
  if (TOKEN.test(method) && !FORBIDDEN_METHODS.has(upper)) return upper;
  throw new EgressRefusedError(`The method ${quote(method)} is not allowed`);
}

function checkHeaders(headers: Readonly<Record<string, string>>): string[] {
  // Two spellings of one name are the same header, so the later header replaces the earlier header.
  const checked = new Map<string, readonly [string, string]>();
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name)) {
      throw new EgressRefusedError(`The header name ${quote(name)} is not valid`);
    }
    if (/[\r\n]/.test(value)) throw badHeader(name, 'a line break');
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw badHeader(name, 'a character that headers cannot hold');
    const lower = name.toLowerCase();
    if (!CONNECTION_HEADERS.has(lower)) checked.set(lower, [name, value]);
  }
  if (!checked.has('user-agent')) checked.set('user-agent', ['User-Agent', USER_AGENT]);
  return [...checked.values()].flat();
}

function badHeader(name: string, what: string): EgressRefusedError {
  return new EgressRefusedError(`The header ${quote(name)} is not allowed: its value has ${what}`);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}
