import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import type { JsonObject } from '@lethe/contracts';

const DATE = /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
/** A text that is only a scheme. With the configured host, it can make a different origin. */
const SCHEME = /^\s*https?[:/\s]*$/i;
/** A text that can be a part of a host, but not a complete URL. */
const WORD = /^[a-z0-9 _-]*$/;
/**
 * Minimum length of a host label that is searched in words. Shorter labels, such as `eu` and `com`,
 * occur in many words.
 */
const MIN_LABEL_LENGTH = 4;

/**
 * Returns a copy of the event that cannot lead to the origins of some URLs. Texts and numbers that
 * could be a part of these origins are replaced by values of the same shape, or removed. If a
 * request still goes to one of these origins, then the event is not the reason.
 *
 * @param urls URLs with the origins
 * @param instead `another` replaces these values, so that the event is more likely to stay valid.
 *   `none` removes them, so that the provider uses the address of the configuration.
 */
export function unrelatedEvent(
  event: JsonObject,
  urls: readonly URL[],
  instead: 'another' | 'none',
): JsonObject {
  const { type, ...members } = event;
  const replaces = instead === 'another';
  const withoutOrigins = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!urls.some((url) => couldName(value, url))) return value;
      return replaces ? differentText(value) : undefined;
    }
    if (typeof value === 'number') {
      if (!urls.some((url) => couldBeIn(value, url))) return value;
      return replaces ? value + 1 : undefined;
    }
    if (Array.isArray(value)) return value.map(withoutOrigins).filter(isPresent);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, member]): [string, unknown] => [name, withoutOrigins(member)])
        .filter(([, member]) => isPresent(member)),
    );
  };
  const changed = withoutOrigins(members) as JsonObject;
  return type === undefined ? changed : { ...changed, type };
}

function isPresent(value: unknown): boolean {
  return value !== undefined;
}

function couldBeIn(value: number, { hostname, port }: URL): boolean {
  const digits = String(value);
  return isIP(unbracketed(hostname)) !== 0 || hostname.includes(digits) || port.includes(digits);
}

/** Returns whether an origin can come from a text, alone or together with further texts. */
function couldName(text: string, { hostname: host, port }: URL): boolean {
  if (text.trim() === '' || DATE.test(text)) return false;
  if (SCHEME.test(text) || (port !== '' && /\d/.test(text))) return true;
  // URL parsers rewrite these characters, and decode escapes.
  if (/[^\x20-\x7e]|%/.test(text)) return true;
  // 127.0.0.1 can be written as 2130706433 and 0x7f.1.
  if (isIP(unbracketed(host)) !== 0 && /\d/.test(text)) return true;
  const lower = text.toLowerCase();
  if (host.includes(lower.trim())) return true;
  const isWord = WORD.test(lower);
  return host
    .split('.')
    .some((label) => (!isWord || label.length >= MIN_LABEL_LENGTH) && lower.includes(label));
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/**
 * Replaces each letter by a different letter, and each digit by a different digit. A URL stays a
 * URL. The choice is random. With a fixed rule, an event could contain two hosts that replace each
 * other.
 */
function differentText(text: string): string {
  const [scheme = ''] = /^(https?:\/\/(?!\s*$))?/i.exec(text) ?? [];
  return (
    scheme +
    text
      .slice(scheme.length)
      .replace(/[a-z]/g, (letter) => differentCharacter(letter, 'a', 26))
      .replace(/[A-Z]/g, (letter) => differentCharacter(letter, 'A', 26))
      .replace(/\d/g, (digit) => differentCharacter(digit, '0', 10))
      .replace(/[^\x20-\x7e]/g, 'x')
  );
}

function differentCharacter(character: string, first: string, count: number): string {
  const start = first.charCodeAt(0);
  const shifted = character.charCodeAt(0) - start + 1 + randomInt(count - 1);
  return String.fromCharCode(start + (shifted % count));
}
