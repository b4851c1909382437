import { normalisePhone } from '../identity/contacts.js';
import type { TextView } from './text-views.js';

/** What stands before the `@` of an address; answers of mail services name it alone. */
export function localPartOf(leaf: string): string | undefined {
  return /^([^\s@]{3,})@[^\s@]+$/.exec(leaf)?.[1];
}

const NUMBER = /^\+?\p{Nd}[\p{Nd}\s()./-]*$/u;
/** Numbers with fewer digits look like counts. */
const FEWEST_DIGITS = 7;

/** The digits of a telephone number with its country, as services store it; both with and without a `(0)` in it. */
export function phoneDigitsOf(leaf: string): string[] {
  if (!NUMBER.test(leaf)) return [];
  const digits = [leaf.replace(/[()]/g, ''), leaf.replace(/\(\s*0\s*\)/g, '')].map((text) =>
    normalisePhone(text).replace(/^\+|^00/, ''),
  );
  return [...new Set(digits)].filter(({ length }) => length >= FEWEST_DIGITS);
}

/** At most so many separators are between two digits of a number. */
const MOST_SEPARATORS = 3;
const SEPARATOR = /[\s()./-]/;
const DIGIT = /\d/;

/** A text without what may separate the digits of a telephone number. */
export function withoutSeparators({ text, at }: TextView): TextView {
  const whence: number[] = [];
  let said = '';
  const keep = (place: number) => {
    whence.push(at?.[place] ?? place);
    said += text.charAt(place);
  };
  for (let place = 0; place < text.length; place += 1) {
    keep(place);
    if (!DIGIT.test(text.charAt(place))) continue;
    let next = place + 1;
    while (next - place <= MOST_SEPARATORS && SEPARATOR.test(text.charAt(next))) next += 1;
    if (DIGIT.test(text.charAt(next))) place = next - 1;
  }
  whence.push(at?.[text.length] ?? text.length);
  return { text: said, at: Uint32Array.from(whence) };
}
