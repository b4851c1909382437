import {
  hasEscape,
  plainDecimal,
  skipBlanks,
  skipString,
  skipValue,
} from '@lethe/contracts/bounds';
import type { Span } from './member-finder.js';

const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const LETTER_N = 0x6e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

export function isString(bytes: Buffer, { start }: Span): boolean {
  return bytes[start] === QUOTE;
}

export function isArray(bytes: Buffer, { start }: Span): boolean {
  return bytes[start] === OPEN_ARRAY;
}

export function isObject(bytes: Buffer, { start }: Span): boolean {
  return bytes[start] === OPEN_OBJECT;
}

/** @returns a string's text. The span must be one. */
export function stringAt(bytes: Buffer, { start, end }: Span): string {
  if (hasEscape(bytes, start, end)) return JSON.parse(bytes.toString('utf8', start, end)) as string;
  return bytes.toString('utf8', start + 1, end - 1);
}

/**
 * A value as identifiers: a string's text; the JSON text of anything else as it is written,
 * without the blanks that mean nothing (`{"a": 1}` is `{"a":1}`). A number is its plain decimal form, too: `4.2e1` is `42`.
 * @returns none for `null`
 */
export function identifiersAt(bytes: Buffer, span: Span): readonly string[] {
  if (isString(bytes, span)) return [stringAt(bytes, span)];
  const first = bytes[span.start] ?? 0;
  if (first === LETTER_N) return [];
  const text = withoutBlanks(bytes, span);
  if (first !== MINUS && (first < ZERO || first > NINE)) return [text];
  const plain = plainDecimal(text);
  return plain === undefined || plain === text ? [text] : [text, plain];
}

/** Walks over the bytes: a regular expression runs out of its stack over a string of some ten MiB. */
function withoutBlanks(bytes: Buffer, { start, end }: Span): string {
  const parts: Buffer[] = [];
  let from = start;
  for (let at = start; at < end;) {
    const next = skipBlanks(bytes, at);
    if (next > at) {
      parts.push(bytes.subarray(from, at));
      at = from = next;
    } else {
      at = bytes[at] === QUOTE ? skipString(bytes, at) : at + 1;
    }
  }
  parts.push(bytes.subarray(from, end));
  return Buffer.concat(parts).toString();
}

/** @returns the elements of an array that is known to be JSON */
export function elementsAt(bytes: Buffer, { start, end }: Span): Span[] {
  const elements: Span[] = [];
  for (let at = skipBlanks(bytes, start + 1); at < end && bytes[at] !== CLOSE_ARRAY;) {
    const behind = skipValue(bytes, at);
    elements.push({ start: at, end: behind });
    const separator = skipBlanks(bytes, behind);
    at = bytes[separator] === CLOSE_ARRAY ? end : skipBlanks(bytes, separator + 1);
  }
  return elements;
}

/**
 * An array's document without some of its elements; every other byte stays as it is, but for blanks
 * between elements.
 * @param all elements of the array, in their order
 * @param kept at least one of them
 */
export function cutElements(bytes: Buffer, all: readonly Span[], kept: readonly Span[]): Buffer {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return bytes;
  const parts = [bytes.subarray(0, first.start)];
  for (const [index, { start, end }] of kept.entries()) {
    if (index > 0) parts.push(Buffer.from(','));
    parts.push(bytes.subarray(start, end));
  }
  parts.push(bytes.subarray(last.end));
  return Buffer.concat(parts);
}
