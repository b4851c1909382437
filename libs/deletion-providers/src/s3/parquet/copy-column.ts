import { ByteWindow, type ReadRange } from './byte-source.js';
import type { ColumnChunkPlace } from './column-pages.js';
import { invalid } from './parquet-footer.js';
import { checkChecksum, checksumOf, takeHeader } from './page-stream.js';

const COPY_BYTES = 4 * 1024 * 1024;

/**
 * Copies a column chunk without changes, and verifies the checksums of its pages.
 *
 * @throws UnreadableError; errors of the library for data that it cannot decode
 */
export async function copyColumn(
  read: ReadRange,
  { start, end, meta }: ColumnChunkPlace,
  emit: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const window = new ByteWindow(read, start, end);
  const copy = async (length: number, crc: number | undefined): Promise<number | undefined> => {
    let sum = crc;
    for (let left = length; left > 0;) {
      const bytes = await window.take(Math.min(COPY_BYTES, left));
      left -= bytes.length;
      if (sum !== undefined) sum = checksumOf(bytes, sum);
      await emit(bytes);
    }
    return sum;
  };
  for (let values = Number(meta.num_values); values > 0 && window.left > 0;) {
    const { header, bytes } = await takeHeader(window);
    await emit(bytes);
    const { compressed_page_size: length, crc } = header;
    if (!Number.isInteger(length) || length < 0) throw invalid('a page has an impossible size');
    const found = await copy(length, crc === undefined ? undefined : 0);
    if (found !== undefined) checkChecksum(header, found);
    const data = header.data_page_header ?? header.data_page_header_v2;
    values -= data?.num_values ?? 0;
  }
  await copy(window.left, undefined);
}
