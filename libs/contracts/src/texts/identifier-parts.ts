import { normalisePhone } from '../identity/contacts.js';
import type { TextView } from './text-views.js';

/** Returns the part of an address before the `@`. Some mail services answer with only this part. */
export function localPartOf(leaf: string): string | undefined {
  return /^([^\s@]{3,})@[^\s@]+$/.exec(leaf)?.[1];
}

const NUMBER = /^\+?\p{Nd}[\p{Nd}\s()./-]*$/u;
/** Minimum number of digits. A shorter number is often a count. */
const MIN_DIGITS = 7;

/**
 * Returns the digits of a phone number with country code. If the number has a `(0)`, returns the
 * digits with and without this zero.
 */
export function phoneDigitsOf(leaf: string): string[] {
  if (!NUMBER.test(leaf)) return [];
  const digits = [leaf.replace(/[()]/g, ''), leaf.replace(/\(\s*0\s*\)/g, '')].map((text) =>
    normalisePhone(text).replace(/^\+|^00/, ''),
  );
  return [...new Set(digits)].filter(({ length }) => length >= MIN_DIGITS);
}

/** Maximum number of separators between two digits of a number. */
const MAX_SEPARATORS = 3;
const SEPARATOR = /[\s()./-]/;
const DIGIT = /\d/;

/** Returns a text without the separators between the digits of phone numbers. */
export function withoutSeparators({ text, at }: TextView): TextView {
  const positions: number[] = [];
  let kept = '';
  const keep = (index: number) => {
    positions.push(at?.[index] ?? index);
    kept += text.charAt(index);
  };
  for (let index = 0; index < text.length; index += 1) {
    keep(index);
    if (!DIGIT.test(text.charAt(index))) continue;
    let next = index + 1;
    while (next - index <= MAX_SEPARATORS && SEPARATOR.test(text.charAt(next))) next += 1;
    if (DIGIT.test(text.charAt(next))) index = next - 1;
  }
  positions.push(at?.[text.length] ?? text.length);
  return { text: kept, at: Uint32Array.from(positions) };
}
