import { ROW_BYTES } from './snapshot-format.js';
import { SnapshotError } from './snapshot-error.js';
import { SuppressionTable } from '../table/suppression-table.js';

const FIRST_SOURCE_SET = 2;

/** Builds a table from the blocks of a snapshot. */
export class TableBuilder {
  private readonly table: SuppressionTable;
  /** Number of entries with a source set, by the number of the set. */
  private readonly uses = new Map<number, number>();
  private readonly sourceSets: [number: number, json: string][] = [];

  /**
   * @param seed seed of the table
   * @param segmentCount number of segments when the table was written. With the same number, all
   * rows of a block go into one segment in sequence. This is ten times as fast
   */
  constructor(seed: Uint8Array, segmentCount: number) {
    this.table = new SuppressionTable({ seed, segmentCount: Math.max(1, segmentCount) });
  }

  addEntries(content: Buffer): void {
    const { entries } = this.table;
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    if (content.length > 0) entries.reserve(view.getInt32(8, true), content.length / ROW_BYTES);
    for (let at = 0; at < content.length; at += ROW_BYTES) {
      const value = view.getInt32(at + 12, true);
      const before = entries.put(
        view.getInt32(at, true),
        view.getInt32(at + 4, true),
        view.getInt32(at + 8, true),
        value,
      );
      if (value >= FIRST_SOURCE_SET) this.count(value, 1);
      if (before >= FIRST_SOURCE_SET) this.count(before, -1);
    }
  }

  addSourceSets(content: Buffer): void {
    let at = 0;
    while (at < content.length) {
      const number = content.readUInt32LE(at);
      const end = at + 8 + content.readUInt32LE(at + 4);
      this.sourceSets.push([number, content.toString('utf8', at + 8, end)]);
      at = end;
    }
  }

  /** @throws SnapshotError if an entry refers to a missing source set */
  build(): SuppressionTable {
    const { uses } = this;
    this.table.sourceSets.restore(
      this.sourceSets.map(([number, json]) => [number, json, uses.get(number) ?? 0]),
    );
    for (const [number, count] of uses) {
      if (count > 0 && this.table.sourceSets.jsonOf(number) === undefined) {
        throw new SnapshotError('The snapshot is damaged: a set of sources is missing.');
      }
    }
    return this.table;
  }

  private count(number: number, difference: number): void {
    this.uses.set(number, (this.uses.get(number) ?? 0) + difference);
  }
}
