import { ROW_BYTES, UnusableFileError, type Window } from './row.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Part = Pick<Window, 'bytes' | 'isEnd'>;

/** @returns how many line breaks of any kind a part of bytes has */
export function lineBreaks(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    if (bytes[at] === LINE_FEED) count += 1;
    else if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED) count += 1;
  }
  return count;
}

/** @returns where a file begins behind its byte order mark, if it has one */
export function afterByteOrderMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** @returns where the blank lines at the beginning end */
export function afterBlankLines({ bytes, isEnd }: Part, from = 0): number {
  let at = from;
  while (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) at += 1;
  // What comes behind it may be the other half of one line break.
  const isHalf = !isEnd && at === bytes.length && at > from && bytes[at - 1] === CARRIAGE_RETURN;
  return isHalf ? at - 1 : at;
}

/** A line with its break, as far as it is there; undefined where its end is not yet there. */
export function lineAt(
  { bytes, isEnd }: Part,
  from: number,
): { readonly text: Uint8Array; readonly end: number } | undefined {
  const feed = bytes.indexOf(LINE_FEED, from);
  if (feed === -1)
    return isEnd && from < bytes.length
      ? { text: bytes.subarray(from), end: bytes.length }
      : undefined;
  const end = bytes[feed - 1] === CARRIAGE_RETURN && feed > from ? feed - 1 : feed;
  return { text: bytes.subarray(from, end), end: feed + 1 };
}

/** @throws UnusableFileError where a window holds no whole row, so that more of it would not help */
export function assertGoesOn({ bytes, isEnd, linesBefore }: Window, taken: number): void {
  if (taken > 0 || isEnd || bytes.length < ROW_BYTES) return;
  throw new UnusableFileError(
    `Line ${linesBefore + 1} is longer than ${ROW_BYTES / 1024} KiB. Is it the right file, and are its lines separated?`,
  );
}
