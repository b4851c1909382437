import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

const MIB = 1024 * 1024;
const LINES_AT_ONCE = 2_000;
/** Number of random characters in each row. */
const TEXT = 400;
const USERS = 1_000;
/** User of the first row in each thousand rows. */
export const GONE = 'user-0';

const userOf = (row: number) => `user-${String(row % USERS)}`;
/** Returns random text. Compression reduces its size by at most a quarter. */
const noise = () => randomBytes((TEXT * 3) / 4).toString('base64');

/**
 * Writes a file of JSON Lines with random text.
 *
 * @param mebibytes minimum size of the file
 * @param isPacked whether to use gzip
 * @returns SHA-256 of the uncompressed content that a deletion of `GONE` must leave
 */
export async function writeLargeLines(
  file: string,
  mebibytes: number,
  isPacked: boolean,
): Promise<string> {
  const to = createWriteStream(file);
  const gzip = isPacked ? createGzip({ level: 1 }) : undefined;
  gzip?.pipe(to);
  const first = gzip ?? to;
  const kept = createHash('sha256');
  for (let row = 0; to.bytesWritten < mebibytes * MIB; row += LINES_AT_ONCE) {
    const lines = Array.from({ length: LINES_AT_ONCE }, (_, index) => {
      const n = row + index;
      const line = `{"n":${String(n)}, "userId":"${userOf(n)}","text":"${noise()}"}\r\n`;
      if (userOf(n) !== GONE) kept.update(line);
      return line;
    });
    if (!first.write(lines.join(''))) await once(first, 'drain');
  }
  first.end();
  await once(to, 'close');
  return kept.digest('hex');
}

export async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Writes a Parquet file with random text.
 *
 * @param mebibytes approximate size of the file
 * @param groups number of row groups
 * @param pageMebibytes approximate size of a page
 */
export function writeLargeParquet(
  file: string,
  mebibytes: number,
  groups: number,
  pageMebibytes: number,
): void {
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: [
      { name: 'root', num_children: 3 },
      { name: 'n', type: 'INT64', repetition_type: 'REQUIRED' },
      {
        name: 'userId',
        type: 'BYTE_ARRAY',
        converted_type: 'UTF8',
        repetition_type: 'OPTIONAL',
      },
      { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
    ],
  });
  const rows = Math.ceil((mebibytes * MIB) / groups / (TEXT + 10));
  for (let group = 0; group < groups; group += 1) {
    const numbers = Array.from({ length: rows }, (_, index) => group * rows + index);
    const columnData = [
      { name: 'n', data: numbers.map(BigInt) },
      { name: 'userId', data: numbers.map((n) => (n % 7 === 3 ? null : userOf(n))) },
      { name: 'text', data: numbers.map((n) => (n % 11 === 3 ? null : noise())) },
    ];
    void writer.write({ columnData, rowGroupSize: rows, pageSize: pageMebibytes * MIB });
  }
  void writer.finish();
}

/** Returns the SHA-256 of all rows except the rows of `GONE`. Reads one row group at a time. */
export async function hashOfParquet(name: string) {
  const file = await asyncBufferFromFile(name);
  const metadata = await parquetMetadataAsync(file);
  const hash = createHash('sha256');
  let rowStart = 0;
  let gone = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    for (const row of await parquetReadObjects({ file, metadata, rowStart, rowEnd })) {
      if (row.userId === GONE) gone += 1;
      else hash.update(`${String(row.n)} ${String(row.userId)} ${String(row.text)}\n`);
    }
    rowStart = rowEnd;
  }
  return { hash: hash.digest('hex'), gone, schema: metadata.schema };
}
