/**
 * Matches a number in JSON. The id `007` does not match, so it is not treated as another spelling
 * of 7.
 */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Maximum number of significant digits. An id has at most 512 bytes, so no id is equal to a number
 * with more digits.
 */
const MAX_DIGITS = 512;
/**
 * Maximum number of exponent digits that a double stores exactly. If an exponent is longer, Lethe
 * can compare only the texts of the numbers.
 */
const MAX_EXPONENT_DIGITS = 15;

const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;

/**
 * Skips a decimal number in a text, with its sign, digits, fraction and exponent.
 *
 * @param at position of the sign or the first digit
 * @returns the position after the number; `at` if there is no number
 */
export function skipDecimal(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const from = first === MINUS || first === PLUS ? at + 1 : at;
  const integerEnd = skipDigits(text, from);
  if (integerEnd === from) return at;
  let end = integerEnd;
  if (text.charCodeAt(end) === POINT) {
    const fraction = skipDigits(text, end + 1);
    if (fraction > end + 1) end = fraction;
  }
  if ((text.charCodeAt(end) | 0x20) === 0x65) {
    const next = text.charCodeAt(end + 1);
    const digits = next === MINUS || next === PLUS ? end + 2 : end + 1;
    const exponent = skipDigits(text, digits);
    if (exponent > digits) end = exponent;
  }
  return end;
}

/**
 * Returns the exact value of a decimal number as a text. Numbers with equal values give equal
 * texts. The exponent is not expanded to zeros, so `1e999999999` costs no more time than any other
 * text of eleven characters.
 *
 * @param text exactly one number
 * @returns undefined if no id can have this value, or if it cannot be compared exactly
 */
export function decimalValue(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined || parts.digits === '') return parts && '0';
  return `${parts.sign}${parts.digits}e${parts.scale}`;
}

/**
 * Returns a decimal number in plain notation, without an exponent, a plus sign or redundant zeros.
 * For example, `4.2e1` becomes `42`.
 *
 * @param text exactly one number
 * @returns undefined if the number has more than 512 digits, which no id has, or if the value
 * cannot be computed exactly
 */
export function plainDecimal(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const { sign, digits, scale } = parts;
  if (digits === '') return '0';
  if (scale >= 0) {
    return digits.length + scale > MAX_DIGITS ? undefined : sign + digits + '0'.repeat(scale);
  }
  const places = -scale;
  if (Math.max(places + 1, digits.length) > MAX_DIGITS) return undefined;
  const padded = digits.padStart(places + 1, '0');
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

interface DecimalParts {
  readonly sign: '' | '-';
  /** The digits without zeros at both ends. Empty if the number is zero. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly scale: number;
}

function partsOf(text: string): DecimalParts | undefined {
  if (text === '' || skipDecimal(text, 0) !== text.length) return undefined;
  const isNegative = text.startsWith('-');
  const mantissaFrom = isNegative || text.startsWith('+') ? 1 : 0;
  let mantissaEnd = text.length;
  for (let at = mantissaFrom; at < text.length; at += 1) {
    if ((text.charCodeAt(at) | 0x20) !== 0x65) continue;
    mantissaEnd = at;
    break;
  }
  const point = text.indexOf('.', mantissaFrom);
  const hasPoint = point !== -1 && point < mantissaEnd;
  const integerDigits = text.slice(mantissaFrom, hasPoint ? point : mantissaEnd);
  const fraction = hasPoint ? text.slice(point + 1, mantissaEnd) : '';
  const digits = integerDigits + fraction;
  let first = 0;
  while (digits.charCodeAt(first) === ZERO) first += 1;
  if (first === digits.length) return { sign: '', digits: '', scale: 0 };
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (end - first > MAX_DIGITS) return undefined;
  const exponent = exponentOf(text.slice(mantissaEnd + 1));
  if (exponent === undefined) return undefined;
  const scale = exponent - fraction.length + (digits.length - end);
  return { sign: isNegative ? '-' : '', digits: digits.slice(first, end), scale };
}

function exponentOf(text: string): number | undefined {
  let at = text.startsWith('-') || text.startsWith('+') ? 1 : 0;
  while (text.charCodeAt(at) === ZERO) at += 1;
  if (text.length - at > MAX_EXPONENT_DIGITS) return undefined;
  const size = Number(text.slice(at));
  return text.startsWith('-') ? -size : size;
}

function skipDigits(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) {
    at += 1;
  }
  return at;
}
