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
  /** Size in bytes. */
  readonly size: number;
  /** Key of the object. */
  readonly key: string;
}

/**
 * Removes the rows of users from a Parquet file. Copies row groups without such rows unchanged, and
 * rewrites all other row groups column by column. Updates the offsets and row counts in the footer.
 * Removes the statistics of rewritten columns, because statistics can contain values of removed
 * rows.
 *
 * @param emit receives the new file; not called if no row is removed. If undefined, the rows are
 *   only counted
 * @throws UnreadableError if the file is not Parquet, or if Lethe cannot write it; TableFoundError
 *   if the file belongs to a table
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

/** @throws UnreadableError; TableFoundError if the file belongs to a table */
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
      const remaining = before - (mask?.removed ?? 0);
      if (remaining === 0) continue;
      await this.group(index, group, mask, remaining);
      const ordinal = group.get(GROUP.ordinal);
      if (ordinal !== undefined) group.set(GROUP.ordinal, { ...ordinal, value: kept.length });
      kept.push(group);
      rows += remaining;
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
      if (isElsewhere || meta === undefined)
        throw invalid('a column is encrypted or in another file');
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

/**
 * Adds `by` to the offsets of a copied column. Removes the offsets of its Bloom filters, because
 * Bloom filters are not copied.
 */
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
  // The null count is written again, because some readers use it to choose a type without nulls.
  if (statistics instanceof Map && statistics.has(STATISTICS.nulls)) {
    const remaining: ThriftStruct = new Map();
    setNumber(remaining, STATISTICS.nulls, written.nulls);
    meta.set(META.statistics, { type: THRIFT.struct, value: remaining });
  }
  setNumber(meta, META.values, written.values);
  setNumber(meta, META.uncompressed, written.unpacked);
  setNumber(meta, META.compressed, written.bytes);
  setNumber(meta, META.dataOffset, from + written.dataOffset);
  if (written.hasDictionary) setNumber(meta, META.dictionaryOffset, from);
  const encodings = { element: THRIFT.i32, items: [...written.encodings] };
  meta.set(META.encodings, { type: THRIFT.list, value: encodings });
}
