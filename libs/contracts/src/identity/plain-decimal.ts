/** As JSON writes numbers: the id `007` is none, and so never another spelling of 7. */
export const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Significant digits above which no id (512 bytes) can have the same value. */
const MOST_DIGITS = 512;
/** Digits of an exponent that a double holds exactly. A longer exponent is compared as text only. */
const MOST_EXPONENT_DIGITS = 15;

const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;

/**
 * Finds a decimal number in a text: a sign, digits, a fraction, an exponent.
 *
 * @param at of the sign or the first digit
 * @returns the position behind the number; `at` where there is none
 */
export function skipDecimal(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const from = first === MINUS || first === PLUS ? at + 1 : at;
  const whole = skipDigits(text, from);
  if (whole === from) return at;
  let end = whole;
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
 * The exact value of a decimal number, in a spelling that equal values share. The exponent is never
 * applied: `1e999999999` costs what its eleven characters cost.
 *
 * @param text of exactly one number
 * @returns undefined where no id can have this value, or it cannot be compared exactly
 */
export function decimalValue(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined || parts.digits === '') return parts && '0';
  return `${parts.sign}${parts.digits}e${parts.scale}`;
}

/**
 * A decimal number as a person writes it: without exponent, plus sign, leading and trailing zeros. `4.2e1` is `42`.
 *
 * @param text of exactly one number
 * @returns undefined above 512 digits, which no id has, and where the value cannot be computed exactly
 */
export function plainDecimal(text: string): string | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const { sign, digits, scale } = parts;
  if (digits === '') return '0';
  if (scale >= 0) {
    return digits.length + scale > MOST_DIGITS ? undefined : sign + digits + '0'.repeat(scale);
  }
  const places = -scale;
  if (Math.max(places + 1, digits.length) > MOST_DIGITS) return undefined;
  const padded = digits.padStart(places + 1, '0');
  return `${sign}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

interface Parts {
  readonly sign: '' | '-';
  /** Without zeros at both ends; empty for zero. */
  readonly digits: string;
  /** Power of ten of the last digit. */
  readonly scale: number;
}

function partsOf(text: string): Parts | undefined {
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
  const whole = text.slice(mantissaFrom, hasPoint ? point : mantissaEnd);
  const fraction = hasPoint ? text.slice(point + 1, mantissaEnd) : '';
  const digits = whole + fraction;
  let first = 0;
  while (digits.charCodeAt(first) === ZERO) first += 1;
  if (first === digits.length) return { sign: '', digits: '', scale: 0 };
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (end - first > MOST_DIGITS) return undefined;
  const exponent = exponentOf(text.slice(mantissaEnd + 1));
  if (exponent === undefined) return undefined;
  const scale = exponent - fraction.length + (digits.length - end);
  return { sign: isNegative ? '-' : '', digits: digits.slice(first, end), scale };
}

function exponentOf(text: string): number | undefined {
  let at = text.startsWith('-') || text.startsWith('+') ? 1 : 0;
  while (text.charCodeAt(at) === ZERO) at += 1;
  if (text.length - at > MOST_EXPONENT_DIGITS) return undefined;
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
