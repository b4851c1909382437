import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import type { JsonObject } from '@lethe/contracts';

const DATE = /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
/** A scheme alone may make another origin out of the configuration's host. */
const SCHEME = /^\s*https?[:/\s]*$/i;
/** A word can be a part of a host, and no URL that leads elsewhere. */
const WORD = /^[a-z0-9 _-]*$/;
/** Characters; shorter parts of hosts, such as `eu` and `com`, are in many words. */
const TELLING = 4;

/**
 * An event like the given one that has nothing to do with some origins: what could have become a part of
 * them is another text of the same shape, or not there. What is made of it, and goes to the same origins
 * all the same, would do so for any event.
 *
 * @param urls of these origins
 * @param instead what becomes of such texts: another is more likely to be valid, none brings the
 *   configuration's own address back
 */
export function unrelatedEvent(
  event: JsonObject,
  urls: readonly URL[],
  instead: 'another' | 'none',
): JsonObject {
  const { type, ...members } = event;
  const isAnother = instead === 'another';
  const other = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!urls.some((url) => couldName(value, url))) return value;
      return isAnother ? otherText(value) : undefined;
    }
    if (typeof value === 'number') {
      if (!urls.some((url) => couldBeIn(value, url))) return value;
      return isAnother ? value + 1 : undefined;
    }
    if (Array.isArray(value)) return value.map(other).filter(isThere);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, member]): [string, unknown] => [name, other(member)])
        .filter(([, member]) => isThere(member)),
    );
  };
  const made = other(members) as JsonObject;
  return type === undefined ? made : { ...made, type };
}

function isThere(value: unknown): boolean {
  return value !== undefined;
}

function couldBeIn(value: number, { hostname, port }: URL): boolean {
  const digits = String(value);
  return isIP(unbracketed(hostname)) !== 0 || hostname.includes(digits) || port.includes(digits);
}

/** Whether an origin may have come out of a text, alone or together with other texts. */
function couldName(text: string, { hostname: host, port }: URL): boolean {
  if (text.trim() === '' || DATE.test(text)) return false;
  if (SCHEME.test(text) || (port !== '' && /\d/.test(text))) return true;
  // Escapes, and characters that URLs rewrite.
  if (/[^\x20-\x7e]|%/.test(text)) return true;
  // 127.0.0.1 is 2130706433, and 0x7f.1.
  if (isIP(unbracketed(host)) !== 0 && /\d/.test(text)) return true;
  const lower = text.toLowerCase();
  if (host.includes(lower.trim())) return true;
  const isWord = WORD.test(lower);
  return host
    .split('.')
    .some((label) => (!isWord || label.length >= TELLING) && lower.includes(label));
}

function unbracketed(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/**
 * Other letters for letters, other digits for digits; a URL stays one. They are chosen by chance: with a
 * fixed rule, an event could name two hosts of which each becomes the other.
 */
function otherText(text: string): string {
  const [scheme = ''] = /^(https?:\/\/(?!\s*$))?/i.exec(text) ?? [];
  return (
    scheme +
    text
      .slice(scheme.length)
      .replace(/[a-z]/g, (letter) => another(letter, 'a', 26))
      .replace(/[A-Z]/g, (letter) => another(letter, 'A', 26))
      .replace(/\d/g, (digit) => another(digit, '0', 10))
      .replace(/[^\x20-\x7e]/g, 'x')
  );
}

function another(character: string, first: string, count: number): string {
  const start = first.charCodeAt(0);
  const shifted = character.charCodeAt(0) - start + 1 + randomInt(count - 1);
  return String.fromCharCode(start + (shifted % count));
}
