import { parquetHeader } from 'hyparquet/src/column.js';
import { crc32 } from 'node:zlib';
import { UnreadableError } from '../unreadable-error.js';
import type { ByteWindow } from './byte-source.js';
import { readThrift } from './thrift-compact.js';

export type PageHeader = ReturnType<typeof parquetHeader>;

const MOST_HEADER_BYTES = 64 * 1024;

/**
 * Reads the header of the next page, and moves the window to the content of the page.
 *
 * @returns the header and the bytes that encode the header
 * @throws UnreadableError; errors of the library for data that it cannot decode
 */
export async function takeHeader(
  window: ByteWindow,
): Promise<{ readonly header: PageHeader; readonly bytes: Uint8Array }> {
  const head = await window.peek(MOST_HEADER_BYTES);
  // `readThrift` rejects numbers that are too long. The library would read them in quadratic time.
  readThrift(head);
  const reader = { view: new DataView(head.buffer, head.byteOffset, head.byteLength), offset: 0 };
  const header = parquetHeader(reader);
  window.skip(reader.offset);
  return { header, bytes: head.subarray(0, reader.offset) };
}

/** Returns the checksum of a page's stored content as a signed number, as in page headers. */
export function checksumOf(content: Uint8Array, before = 0): number {
  return crc32(content, before) | 0;
}

/** Throws for a damaged page. A rewrite would hide the damage behind a new checksum. */
export function checkChecksum({ crc }: PageHeader, found: number): void {
  if (crc === undefined || crc === found) return;
  throw new UnreadableError('is damaged: the checksum of a page does not match its content');
}
