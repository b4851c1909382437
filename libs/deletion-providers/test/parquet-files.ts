import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import {
  CHUNK,
  FILE,
  GROUP,
  listOf,
  readFooter,
  structOf,
} from '../src/s3/parquet/parquet-footer.js';
import { THRIFT, writeThrift } from '../src/s3/parquet/thrift-compact.js';

export interface FileOptions {
  /** Field id of all columns. */
  readonly fieldId?: number;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly createdBy?: string;
  /** Path of another file. The footer says that the column `userId` is in that file. */
  readonly columnIn?: string;
  /** Name of a second column. */
  readonly column?: string;
}

/** Returns a Parquet file with the column `userId`. */
export async function parquetOf(
  userIds: readonly string[],
  { fieldId, metadata = {}, createdBy, columnIn, column }: FileOptions = {},
): Promise<Buffer> {
  const leaf = (name: string): SchemaElement => ({
    ...{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
    ...(fieldId === undefined ? {} : { field_id: fieldId }),
  });
  const names = ['userId', ...(column === undefined ? [] : [column])];
  const written = parquetWriteBuffer({
    schema: [{ name: 'root', num_children: names.length }, ...names.map(leaf)],
    columnData: names.map((name) => ({ name, data: [...userIds] })),
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
  });
  const file = Buffer.from(written);
  const read = (start: number, end: number) => Promise.resolve(file.subarray(start, end));
  const { raw, offset } = await readFooter(read, file.length);
  if (createdBy !== undefined) raw.set(6, { type: THRIFT.binary, value: Buffer.from(createdBy) });
  if (columnIn !== undefined) {
    const group = structOf(listOf(raw, FILE.groups).items[0]);
    const chunk = structOf(listOf(group, GROUP.columns).items[0]);
    chunk.set(CHUNK.file, { type: THRIFT.binary, value: Buffer.from(columnIn) });
  }
  const footer = Buffer.from(writeThrift(raw));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([file.subarray(0, offset), footer, length, Buffer.from('PAR1')]);
}
