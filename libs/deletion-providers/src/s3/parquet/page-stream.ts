import { parquetHeader } from 'hyparquet/src/column.js';
import { crc32 } from 'node:zlib';
import { UnreadableError } from '../unreadable-error.js';
import type { ByteWindow } from './byte-source.js';
import { readThrift } from './thrift-compact.js';

export type PageHeader = ReturnType<typeof parquetHeader>;

const MOST_HEADER_BYTES = 64 * 1024;

/**
 * Reads the header of the next page; the window then stands at the page's content.
 *
 * @returns the header, and its bytes
 * @throws UnreadableError, and whatever the library throws over what it cannot decode
 */
export async function takeHeader(
  window: ByteWindow,
): Promise<{ readonly header: PageHeader; readonly bytes: Uint8Array }> {
  const head = await window.peek(MOST_HEADER_BYTES);
  // The library reads a number of any length, in time by the square of it.
  readThrift(head);
  const reader = { view: new DataView(head.buffer, head.byteOffset, head.byteLength), offset: 0 };
  const header = parquetHeader(reader);
  window.skip(reader.offset);
  return { header, bytes: head.subarray(0, reader.offset) };
}

/** The checksum of a page's content as it stands in the file, in the signed form of its header. */
export function checksumOf(content: Uint8Array, before = 0): number {
  return crc32(content, before) | 0;
}

/**
 * A page whose checksum does not fit is damaged: with a new checksum, or without one, the damage could not
 * be seen any more.
 *
 * @throws UnreadableError
 */
export function checkChecksum({ crc }: PageHeader, found: number): void {
  if (crc === undefined || crc === found) return;
  throw new UnreadableError('is damaged: the checksum of a page does not fit its content');
}
