import { FIXED_LIMITS } from '../limits.js';

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
// Fast path for the common case.
const PLAIN_ASCII = /^[!-~](?:[ -~]*[!-~])?$/;

/**
 * Returns the stored form of an e-mail address or phone number. It has no default-ignorable code
 * points, and no blanks at its ends.
 *
 * @returns an empty text if no other characters remain
 */
export function normaliseContact(given: string): string {
  return PLAIN_ASCII.test(given) ? given : given.replace(INVISIBLE, '').trim();
}

/** Returns the form in which e-mail addresses are compared. This form ignores case. */
export function normaliseEmail(given: string): string {
  const contact = normaliseContact(given);
  // Longer texts are not normalised, because NFKC takes quadratic time for consecutive marks. No
  // stored address is longer.
  const isShort = contact.length <= FIXED_LIMITS.contactLength;
  return (isShort ? contact.normalize('NFKC') : contact).toLowerCase();
}

/** Minimum number of digits before an extension can begin. */
const MIN_DIGITS = 5;
/** Maximum number of digits in a country code (ITU-T E.164). */
const COUNTRY_DIGITS = 3;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_SHIFT = 0xff01 - 0x21;
const LETTER_OR_MARK = /[\p{L}#;,]/u;
const DIGIT = /\p{Nd}/u;
/** In Unicode, the ten digits of a script are consecutive, starting with zero. */
const DIGITS_OF_SCRIPT = 10;

/**
 * Returns the form in which phone numbers are compared. The digits of all scripts become ASCII
 * digits. Separators, a `(0)` after the country code, and an extension are removed. An extension
 * begins with a letter, `#`, `;` or `,`. A leading `00` becomes `+`. The time is linear in the
 * length of the text.
 *
 * @returns an empty text if the number has no digit
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
    const afterZero = character === '(' ? skipZeroInBrackets(text, at) : at;
    if (digit !== undefined) digits += String(digit);
    else if (character === '+' && digits === '') hasPlus = true;
    else if (digits.length >= MIN_DIGITS && LETTER_OR_MARK.test(character)) break;
    else if (afterZero > at && endsCountryCode(digits, hasPlus)) {
      at = afterZero;
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

/** @returns the position after `(0)`, which can contain blanks; `at` if there is no `(0)` */
function skipZeroInBrackets(text: string, at: number): number {
  const zero = skipBlanks(text, at + 1);
  if (digitOf(String.fromCodePoint(text.codePointAt(zero) ?? 0)) !== 0) return at;
  const end = skipBlanks(text, zero + ((text.codePointAt(zero) ?? 0) > 0xffff ? 2 : 1));
  return text.charAt(end) === ')' ? end + 1 : at;
}

function skipBlanks(text: string, from: number): number {
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
  KNOWN_DIGITS.set(character, digit); // at most about 700 entries
  return digit;
}
