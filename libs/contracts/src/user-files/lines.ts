import { ROW_BYTES, UnusableFileError, type Window } from './row.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Part = Pick<Window, 'bytes' | 'isEnd'>;

/** @returns the number of line breaks of any kind */
export function lineBreaks(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) {
    if (bytes[at] === LINE_FEED) count += 1;
    else if (bytes[at] === CARRIAGE_RETURN && bytes[at + 1] !== LINE_FEED) count += 1;
  }
  return count;
}

/** @returns the position after the byte order mark; 0 if there is none */
export function afterByteOrderMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** @returns the position after leading blank lines */
export function afterBlankLines({ bytes, isEnd }: Part, from = 0): number {
  let at = from;
  while (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) at += 1;
  // The next byte is possibly the second half of a CRLF.
  const isHalf = !isEnd && at === bytes.length && at > from && bytes[at - 1] === CARRIAGE_RETURN;
  return isHalf ? at - 1 : at;
}

/**
 * Returns a line and the position after its line break; undefined if the end of the line has not
 * been received yet.
 */
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

/**
 * @throws UnusableFileError if the window has at least `ROW_BYTES` and no complete row, because the
 *   row is then too long
 */
export function assertProgress({ bytes, isEnd, linesBefore }: Window, taken: number): void {
  if (taken > 0 || isEnd || bytes.length < ROW_BYTES) return;
  throw new UnusableFileError(
    `Line ${linesBefore + 1} is longer than ${ROW_BYTES / 1024} KiB. Check that this is the right file, and that it has a line break after each row.`,
  );
}
