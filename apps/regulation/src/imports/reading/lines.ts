import { IMPORT_LIMITS } from '@lethe/contracts';
import { UnusableFileError, type Window } from './row.js';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Part = Pick<Window, 'bytes' | 'isEnd'>;

/** @returns how many line breaks of any kind a text has */
export function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
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
): { readonly text: Buffer; readonly end: number } | undefined {
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
  if (taken > 0 || isEnd || bytes.length < IMPORT_LIMITS.rowBytes) return;
  throw new UnusableFileError(
    `Line ${linesBefore + 1} is longer than ${IMPORT_LIMITS.rowBytes / 1024} KiB. Is it the right file, and are its lines separated?`,
  );
}

/** @throws UnusableFileError where a file says that it is in another encoding, in which spreadsheets save, too */
export function assertNoUtf16({ bytes, isBeginning }: Window): void {
  const mark = isBeginning ? bytes.toString('hex', 0, 2) : '';
  if (mark === 'fffe' || mark === 'feff') {
    throw new UnusableFileError('The file is UTF-16. Save it as UTF-8, as "CSV UTF-8".');
  }
}
