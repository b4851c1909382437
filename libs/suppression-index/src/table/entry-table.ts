import { valueOf } from './rows.js';
import { Segment } from './segment.js';

/**
 * Keys a segment on average, 600 KB; one that is due to be split has twice as many, which a snapshot
 * writes as one block, and which are split in about a millisecond. With fewer the segments
 * themselves crowd the caches: half as many made a lookup among 20 million a tenth slower.
 */
const KEYS_A_SEGMENT = 30_000;

/**
 * A map from a hash of 96 bits to a positive number of 31 bits, for many millions of them.
 *
 * Linear hashing (Litwin 1980): the low bits of the third word choose the segment, and whenever
 * there are too many keys for the segments, one of them, in turn, gives half of its keys to a new
 * one. So no call ever moves more than one segment's keys, whatever the size of the table.
 */
export class EntryTable {
  private readonly segments: Segment[] = [];
  /**
   * What the segments hold, by index: a lookup that went through the segment and its rows would wait
   * for two more cache misses, one after the other, which are a fifth of its time at 5 million keys.
   */
  private readonly words: Int32Array[] = [];
  private readonly capacities: number[] = [];
  /** Number of segments at the beginning of the current round, less one: a mask of low bits. */
  private mask: number;
  /** Segments before this one have been split in the current round. */
  private nextSplit: number;
  private keys = 0;
  private bytes = 0;

  /** @param segmentCount to begin with */
  constructor(segmentCount = 1) {
    for (let index = 0; index < segmentCount; index += 1) this.add(new Segment());
    const round = 2 ** Math.floor(Math.log2(segmentCount));
    this.mask = round - 1;
    this.nextSplit = segmentCount - round;
  }

  /** Number of keys. */
  get size(): number {
    return this.keys;
  }

  /** Bytes of all typed arrays. */
  get byteLength(): number {
    return this.bytes;
  }

  get segmentCount(): number {
    return this.segments.length;
  }

  /** @returns the value, 0 when there is none */
  get(first: number, second: number, third: number): number {
    const index = this.indexOf(third);
    const words = this.words[index];
    if (words === undefined) return 0;
    return valueOf(words, this.capacities[index] ?? 0, first, second, third);
  }

  /**
   * @param value not 0
   * @returns the value that it replaces, 0 when the key is new
   */
  put(first: number, second: number, third: number, value: number): number {
    const index = this.indexOf(third);
    const before = this.segmentAt(index).put(first, second, third, value);
    this.refresh(index);
    if (before !== 0) return before;
    this.keys += 1;
    if (this.keys > this.segments.length * KEYS_A_SEGMENT) this.splitOne();
    return 0;
  }

  /** @returns the value that was removed, 0 when there was none */
  remove(first: number, second: number, third: number): number {
    const index = this.indexOf(third);
    const before = this.segmentAt(index).remove(first, second, third);
    this.refresh(index);
    if (before !== 0) this.keys -= 1;
    return before;
  }

  /** Makes room in the segment of a third word for more keys, so that it need not grow for them. */
  reserve(third: number, more: number): void {
    const index = this.indexOf(third);
    const segment = this.segmentAt(index);
    segment.reserve(segment.count + more);
    this.refresh(index);
  }

  /**
   * A copy of one segment. A caller that copies all segments up to `segmentCount`, one after
   * another, has each key that was there all the time at least once, although the table changed
   * meanwhile: keys only ever move to the end of the segments.
   *
   * @returns first, second, third word and value of each row
   */
  copySegment(index: number): Int32Array {
    return this.segments[index]?.toCompact() ?? new Int32Array();
  }

  private indexOf(third: number): number {
    const low = third & this.mask;
    return low < this.nextSplit ? third & (this.mask * 2 + 1) : low;
  }

  private segmentAt(index: number): Segment {
    const segment = this.segments[index];
    if (segment === undefined) throw new RangeError('The table has lost a segment.');
    return segment;
  }

  private add(segment: Segment): void {
    this.refresh(this.segments.push(segment) - 1);
  }

  /** Takes over the array of a segment after the segment may have replaced it. */
  private refresh(index: number): void {
    const { words, capacity } = this.segmentAt(index);
    const before = this.words[index];
    if (words === before) return;
    this.words[index] = words;
    this.capacities[index] = capacity;
    this.bytes += words.byteLength - (before?.byteLength ?? 0);
  }

  private splitOne(): void {
    const other = this.segmentAt(this.nextSplit).split(this.mask + 1);
    this.add(other);
    this.refresh(this.nextSplit);
    this.nextSplit += 1;
    if (this.nextSplit > this.mask) {
      this.mask = this.mask * 2 + 1;
      this.nextSplit = 0;
    }
  }
}
