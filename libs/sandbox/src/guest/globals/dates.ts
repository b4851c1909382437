import { jsonOf } from '@lethe/contracts/json';

/** Maximum length of the JSON. All dates are shorter, even if each character has a JSON escape. */
const MAX_QUESTION_LENGTH = 6 * 1024;

/**
 * Parses a date for a guest in the same way as the JavaScript engine of data planes.
 *
 * @param question a JSON string from hostile code
 * @returns milliseconds since the epoch; NaN if the text is not a date
 */
export function answerDate(question: string): number {
  if (question.length > MAX_QUESTION_LENGTH) return NaN;
  const text = jsonOf(question);
  return typeof text === 'string' ? Date.parse(text) : NaN;
}

/**
 * Program that makes the host parse dates. JavaScript defines only the format ISO 8601, and engines
 * read other formats in different ways. For example, data planes read `2024-01-02 GMT+2` as a time
 * in 2024. The interpreter reads this text as a day in the year 2.
 */
export const DATES_PROGRAM = `
const GuestDate = Date;
const { construct } = Reflect;
const { toPrimitive } = Symbol;
// The interpreter parses these dates correctly, and a call of the host takes ten times as long.
const ISO = /^[1-9]\\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?:T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,3})?)?Z)?$/;
const { exec } = RegExp.prototype;
const { parse: parseIso } = GuestDate;
const parseDate = (text) => (apply(exec, ISO, [text]) === null ? hostDate(stringify(text)) : parseIso(text));
const hasTime = (value) => {
  try { apply(GuestDate.prototype.valueOf, value, []); return true; } catch { return false; }
};
const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');
const primitiveOf = (value) => {
  if (isPrimitive(value)) return value;
  const own = value[toPrimitive];
  if (own !== undefined && own !== null) {
    const made = apply(own, value, ['default']);
    if (isPrimitive(made)) return made;
  } else {
    for (const name of ['valueOf', 'toString']) {
      const made = typeof value[name] === 'function' ? apply(value[name], value, []) : value;
      if (isPrimitive(made)) return made;
    }
  }
  throw new GuestTypeError('An object cannot be converted to a date');
};
const madeDate = function Date(year, month, date, hours, minutes, seconds, ms) {
  if (new.target === undefined) return GuestDate();
  if (arguments.length !== 1 || (!isPrimitive(year) && hasTime(year))) return construct(GuestDate, arguments, new.target);
  const value = primitiveOf(year);
  return construct(GuestDate, [typeof value === 'string' ? parseDate(value) : value], new.target);
};
const { now, UTC } = GuestDate;
const dateParts = { now, UTC, parse(text) { return parseDate(GuestString(text)); } };
for (const name of ['now', 'parse', 'UTC']) {
  Object.defineProperty(madeDate, name, { value: dateParts[name], writable: true, configurable: true });
}
Object.defineProperty(madeDate, 'prototype', { value: GuestDate.prototype, writable: false });
Object.defineProperty(GuestDate.prototype, 'constructor', { value: madeDate, writable: true, configurable: true });
define('Date', madeDate);
`;
