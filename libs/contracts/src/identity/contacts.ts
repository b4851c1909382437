import { FIXED_LIMITS } from '../limits.js';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
// The common case needs no rewriting.
const PLAIN_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * An e-mail address or phone number as it is stored: without default-ignorable code points, and without blanks at both ends.
 *
 * @returns empty when nothing is left
 */
export function normaliseContact(given: string): string {
  return PLAIN_ASCII.test(given) ? given : given.replace(INVISIBLE, '').trim();
}

/** The form in which e-mail addresses are compared: in any case. */
export function normaliseEmail(given: string): string {
  const contact = normaliseContact(given);
  // Normalising takes time by the square of marks in a row. No address is stored that is longer.
  const isShort = contact.length <= FIXED_LIMITS.contactLength;
  return (isShort ? contact.normalize('NFKC') : contact).toLowerCase();
}

/** Digits of a number before anything can be its extension. */
const FEWEST_DIGITS = 5;
/** Longest country code (ITU-T E.164). */
const COUNTRY_DIGITS = 3;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_SHIFT = 0xff01 - 0x21;
const LETTER_OR_MARK = /[\p{L}#;,]/u;
const DIGIT = /\p{Nd}/u;
/** Unicode has the digits of each script in a row, from zero on. */
const DIGITS_OF_SCRIPT = 10;

/**
 * The form in which phone numbers are compared: digits of any script, without what separates them, without a `(0)` behind the
 * country code, and without an extension, which begins with a letter, `#`, `;` or `,`. `00` at the beginning is `+`. Takes time in
 * proportion to the text.
 *
 * @returns empty when the text has no digit
 */
export function normalisePhone(given: string): string {
  const text = given.replace(FULL_WIDTH, (one) =>
    String.fromCharCode(one.charCodeAt(0) - FULL_WIDTH_SHIFT),
  );
  let digits = '';
  let hasPlus = false;
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const digit = digitOf(character);
    const behindZero = character === '(' ? behindZeroInBrackets(text, at) : at;
    if (digit !== undefined) digits += String(digit);
    else if (character === '+' && digits === '') hasPlus = true;
    else if (digits.length >= FEWEST_DIGITS && LETTER_OR_MARK.test(character)) break;
    else if (behindZero > at && endsCountryCode(digits, hasPlus)) {
      at = behindZero;
      continue;
    }
    at += character.length;
  }
  if (digits === '') return '';
  if (hasPlus) return `+${digits}`;
  return digits.startsWith('00') && digits.length > 2 ? `+${digits.slice(2)}` : digits;
}

function endsCountryCode(digits: string, hasPlus: boolean): boolean {
  const isInternational = hasPlus || digits.startsWith('00');
  const code = hasPlus ? digits.length : digits.length - 2;
  return isInternational && code > 0 && code <= COUNTRY_DIGITS;
}

/** @returns the position behind `(0)`, which may have blanks in it; `at` when something else is there */
function behindZeroInBrackets(text: string, at: number): number {
  const zero = behindBlanks(text, at + 1);
  if (digitOf(String.fromCodePoint(text.codePointAt(zero) ?? 0)) !== 0) return at;
  const end = behindBlanks(text, zero + ((text.codePointAt(zero) ?? 0) > 0xffff ? 2 : 1));
  return text.charAt(end) === ')' ? end + 1 : at;
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charAt(at).trim() === '') at += 1;
  return at;
}

const KNOWN_DIGITS = new Map<string, number>();

function digitOf(character: string): number | undefined {
  if (character >= '0' && character <= '9' && character.length === 1) return Number(character);
  if (!DIGIT.test(character)) return undefined;
  const known = KNOWN_DIGITS.get(character);
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  const digit = (code - first) % DIGITS_OF_SCRIPT;
  KNOWN_DIGITS.set(character, digit); // There are some 700 of them.
  return digit;
}
