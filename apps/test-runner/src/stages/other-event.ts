import { isIP } from 'node:net';
import type { JsonObject } from '@lethe/contracts';

const DATE = /^\d{4}-\d\d-\d\d([T ][\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
/** A word can be a part of a host, and no URL that leads elsewhere. */
const WORD = /^[a-z0-9 _-]*$/;
/** Shorter parts of hosts, such as `eu` and `com`, are in many words. */
const TELLING = 4;

/**
 * An event like the given one that has nothing to do with some hosts: what could have become a part of
 * them is another text of the same shape, or not there. What is made of it, and goes to the same hosts
 * all the same, would do so for any event.
 *
 * @param hosts as URLs have them, lower case, without ports
 * @param instead what becomes of such texts: another is more likely to be valid, none brings the
 *   configuration's own address back
 */
export function otherEvent(
  event: JsonObject,
  hosts: readonly string[],
  instead: 'another' | 'none',
): JsonObject {
  const { type, ...members } = event;
  const isAnother = instead === 'another';
  const other = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (!hosts.some((host) => couldName(value, host))) return value;
      return isAnother ? otherText(value) : undefined;
    }
    if (typeof value === 'number') {
      if (!hosts.some((host) => couldBeIn(value, host))) return value;
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

function couldBeIn(value: number, host: string): boolean {
  return isIP(unbracketed(host)) !== 0 || host.includes(String(value));
}

/** Whether a host may have come out of a text, by itself or with others. */
function couldName(text: string, host: string): boolean {
  if (text.trim() === '' || DATE.test(text)) return false;
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

/** Other letters for letters, other digits for digits; a URL stays one. */
function otherText(text: string): string {
  const [scheme = ''] = /^(https?:\/\/)?/i.exec(text) ?? [];
  return (
    scheme +
    text
      .slice(scheme.length)
      .replace(/[a-z]/g, (letter) => shifted(letter, 'a', 26, 13))
      .replace(/[A-Z]/g, (letter) => shifted(letter, 'A', 26, 13))
      .replace(/\d/g, (digit) => shifted(digit, '0', 10, 5))
      .replace(/[^\x20-\x7e]/g, 'x')
  );
}

function shifted(character: string, first: string, count: number, by: number): string {
  const start = first.charCodeAt(0);
  return String.fromCharCode(start + ((character.charCodeAt(0) - start + by) % count));
}
