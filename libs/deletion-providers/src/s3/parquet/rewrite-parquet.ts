import type { RowCounts } from '../row-counts.js';
import type { UserSet } from '../user-set.js';
import type { ReadRange } from './byte-source.js';
import { placeOf } from './column-pages.js';
import { copyColumn } from './copy-column.js';
import { TableFoundError } from '../table-found-error.js';
import { findRows } from './find-rows.js';
import { signOfFooter } from './footer-signs.js';
import {
  CHUNK,
  FILE,
  GROUP,
  invalid,
  listOf,
  MAGIC,
  META,
  readFooter,
  setNumber,
  STATISTICS,
  structOf,
  type ParquetFooter,
} from './parquet-footer.js';
import { rewriteColumn, type Emit, type WrittenColumn } from './rewrite-column.js';
import type { RowMask } from './row-mask.js';
import { THRIFT, writeThrift, type ThriftStruct, type ThriftValue } from './thrift-compact.js';

export interface ParquetSource {
  readonly read: ReadRange;
  /** Bytes. */
  readonly size: number;
  /** The object's. */
  readonly key: string;
}

/**
 * Removes the rows of users from a Parquet file. Row groups that have none of them are copied byte for
 * byte; the others are written again, column by column. The footer stays but for what is about places,
 * numbers of rows, and statistics of what was written again, which could hold values of rows that went.
 *
 * @param emit gets the new file; undefined when it shall only be looked at. Not called when no row goes
 * @throws UnreadableError for what is not Parquet, or cannot be written as it was; TableFoundError
 */
export async function rewriteParquet(
  source: ParquetSource,
  field: string,
  users: UserSet,
  counts: RowCounts,
  emit: Emit | undefined,
): Promise<void> {
  const { read } = source;
  const footer = await readFooterOutsideTables(source);
  const masks = await findRows(read, footer, field, users, counts);
  if (emit === undefined || masks.every((mask) => mask === undefined)) return;
  await new FileCopy(read, footer, emit).run(masks);
}

/** @throws UnreadableError; TableFoundError where the file belongs to a table */
export async function readFooterOutsideTables(source: ParquetSource): Promise<ParquetFooter> {
  const { read, size, key } = source;
  const footer = await readFooter(read, size);
  const sign = signOfFooter(footer.metadata, key);
  if (sign !== undefined) throw new TableFoundError({ ...sign, key });
  return footer;
}

class FileCopy {
  private at = 0;

  constructor(
    private readonly read: ReadRange,
    private readonly footer: ParquetFooter,
    private readonly emit: Emit,
  ) {}

  async run(masks: readonly (RowMask | undefined)[]): Promise<void> {
    await this.write(MAGIC);
    const groups = listOf(this.footer.raw, FILE.groups);
    const kept: ThriftValue[] = [];
    let rows = 0;
    for (const [index, item] of groups.items.entries()) {
      const group = structOf(item);
      const mask = masks[index];
      const before = Number(this.footer.metadata.row_groups[index]?.num_rows);
      const stay = before - (mask?.gone ?? 0);
      if (stay === 0) continue;
      await this.group(index, group, mask, stay);
      const ordinal = group.get(GROUP.ordinal);
      if (ordinal !== undefined) group.set(GROUP.ordinal, { ...ordinal, value: kept.length });
      kept.push(group);
      rows += stay;
    }
    groups.items.length = 0;
    for (const group of kept) groups.items.push(group);
    setNumber(this.footer.raw, FILE.rows, rows);
    const written = Buffer.from(writeThrift(this.footer.raw));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(written.length);
    await this.write(Buffer.concat([written, length, MAGIC]));
  }

  private async group(
    index: number,
    group: ThriftStruct,
    mask: RowMask | undefined,
    rows: number,
  ): Promise<void> {
    const start = this.at;
    let unpacked = 0;
    for (const [position, item] of listOf(group, GROUP.columns).items.entries()) {
      const chunk = structOf(item);
      const meta = this.footer.metadata.row_groups[index]?.columns[position]?.meta_data;
      const isElsewhere = [CHUNK.file, ...CHUNK.encrypted].some((id) => chunk.has(id));
      if (isElsewhere || meta === undefined) throw invalid('a column is encrypted or elsewhere');
      const place = placeOf(this.footer.metadata, meta, this.footer.offset);
      const from = this.at;
      const raw = structOf(chunk.get(CHUNK.meta)?.value);
      if (mask === undefined) {
        await copyColumn(this.read, place, (bytes) => this.write(bytes));
        moved(raw, from - place.start);
      } else {
        const written = await rewriteColumn(this.read, place, mask, rows, (bytes) =>
          this.write(bytes),
        );
        rewritten(raw, from, written);
      }
      for (const id of CHUNK.indexes) chunk.delete(id);
      setNumber(chunk, CHUNK.offset, from);
      unpacked += Number(raw.get(META.uncompressed)?.value);
    }
    setNumber(group, GROUP.rows, rows);
    setNumber(group, GROUP.bytes, unpacked);
    if (group.has(GROUP.offset)) setNumber(group, GROUP.offset, start);
    if (group.has(GROUP.compressed)) setNumber(group, GROUP.compressed, this.at - start);
  }

  private async write(bytes: Uint8Array): Promise<void> {
    this.at += bytes.length;
    await this.emit(bytes);
  }
}

/** Indexes and Bloom filters stand elsewhere in the file, and are not copied. */
function moved(meta: ThriftStruct, by: number): void {
  for (const id of [META.dataOffset, META.indexOffset, META.dictionaryOffset]) {
    const offset = meta.get(id)?.value;
    if (typeof offset === 'bigint' && offset > 0n) setNumber(meta, id, Number(offset) + by);
  }
  for (const id of META.bloom) meta.delete(id);
}

function rewritten(meta: ThriftStruct, from: number, written: WrittenColumn): void {
  const statistics = meta.get(META.statistics)?.value;
  for (const id of META.derived) meta.delete(id);
  // Readers choose a type that has no nulls by it.
  if (statistics instanceof Map && statistics.has(STATISTICS.nulls)) {
    const left: ThriftStruct = new Map();
    setNumber(left, STATISTICS.nulls, written.nulls);
    meta.set(META.statistics, { type: THRIFT.struct, value: left });
  }
  setNumber(meta, META.values, written.values);
  setNumber(meta, META.uncompressed, written.unpacked);
  setNumber(meta, META.compressed, written.bytes);
  setNumber(meta, META.dataOffset, from + written.dataOffset);
  if (written.hasDictionary) setNumber(meta, META.dictionaryOffset, from);
  const encodings = { element: THRIFT.i32, items: [...written.encodings] };
  meta.set(META.encodings, { type: THRIFT.list, value: encodings });
}
