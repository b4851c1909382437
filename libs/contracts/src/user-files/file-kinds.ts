const KINDS: readonly (readonly [bytes: readonly number[], kind: string])[] = [
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'an old Excel workbook (.xls)'],
  [[0x1f, 0x8b], 'packed with gzip'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document'],
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Number of bytes to check. In a ZIP archive, they contain the names of its first files. */
const HEAD = 4096;
/**
 * Number of 16-bit words that are checked for UTF-16 without a byte order mark. In UTF-16, every
 * second byte is 0 at the beginning of a text in most languages.
 */
const WORDS = 32;

const SAVE_AS = 'Save it as "CSV UTF-8" and send that file.';
const UNPACK = 'Unpack it and send the CSV file in it.';

/**
 * Recognises a file that is neither CSV nor NDJSON in UTF-8, by its first bytes.
 *
 * @param head the beginning of a file
 * @returns sentences with the kind of file and the remedy; undefined if no such file is recognised
 */
export function foreignFile(head: Uint8Array): string | undefined {
  if (head.length === 0) return undefined;
  if (beginsWith(head, ZIP)) return sentenceOf(kindOfZip(head));
  const kind = KINDS.find(([bytes]) => beginsWith(head, bytes))?.[1];
  if (kind !== undefined) return sentenceOf(kind);
  return isBareUtf16(head) ? sentenceOf('UTF-16') : undefined;
}

function sentenceOf(kind: string): string {
  return `The file is ${kind}. ${/ZIP|gzip/.test(kind) ? UNPACK : SAVE_AS}`;
}

function beginsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte);
}

/** Office documents are ZIP archives, which contain the names of their files in plain text. */
function kindOfZip(head: Uint8Array): string {
  const text = Array.from(head.subarray(0, HEAD), (byte) => String.fromCharCode(byte)).join('');
  if (text.includes('application/vnd.oasis.opendocument'))
    return 'an OpenDocument spreadsheet (.ods)';
  if (/\[Content_Types\]\.xml|xl\/|_rels\//.test(text)) return 'an Excel workbook (.xlsx)';
  return 'a ZIP archive';
}

function isBareUtf16(head: Uint8Array): boolean {
  const words = Math.min(WORDS, Math.floor(head.length / 2));
  if (words < 2) return false;
  let odd = 0;
  let even = 0;
  for (let at = 0; at < 2 * words; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  return Math.abs(even - odd) > words / 2;
}
