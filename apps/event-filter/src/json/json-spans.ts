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

/** Returns the text of a JSON string. The span must contain a string. */
export function stringAt(bytes: Buffer, { start, end }: Span): string {
  if (hasEscape(bytes, start, end)) return JSON.parse(bytes.toString('utf8', start, end)) as string;
  return bytes.toString('utf8', start + 1, end - 1);
}

/** Returns the elements of an array. The array must be valid JSON. */
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
 * Returns a document without some elements of an array. All other bytes stay, except blanks between
 * elements.
 * @param all all elements of the array, from the first to the last
 * @param kept the elements to keep, at least one
 */
export function cutElements(bytes: Buffer, all: readonly Span[], kept: readonly Span[]): Buffer {
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return bytes;
  const slices = [bytes.subarray(0, first.start)];
  for (const [index, { start, end }] of kept.entries()) {
    if (index > 0) slices.push(Buffer.from(','));
    slices.push(bytes.subarray(start, end));
  }
  slices.push(bytes.subarray(last.end));
  return Buffer.concat(slices);
}
