import { hasEscape, skipBlanks, skipValue } from '@lethe/contracts/bounds';
import type { Span } from './member-finder.js';

const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;

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
