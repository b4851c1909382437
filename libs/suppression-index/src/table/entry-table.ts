import { valueOf } from './rows.js';
import { Segment } from './segment.js';

/**
 * Average number of keys per segment. These keys take 600 KB. Before its split, a segment has twice
 * as many keys. A snapshot writes such a segment as one block, and the split takes about a
 * millisecond. Smaller segments would fill the CPU caches with more arrays. With half of this size,
 * a lookup among 20 million keys was a tenth slower.
 */
const KEYS_PER_SEGMENT = 30_000;

/**
 * A map from a 96-bit hash to a positive 31-bit number, for many millions of keys.
 *
 * It uses linear hashing (Litwin 1980). The low bits of the third word determine the segment. When
 * the table has too many keys, one segment moves half of its keys to a new segment. The segments
 * are split one after the other. So no call moves more keys than one segment has, at any size of
 * the table.
 */
export class EntryTable {
  private readonly segments: Segment[] = [];
  /**
   * The arrays of the segments. Access through the segment and its rows would cause two more cache
   * misses in sequence. These cache misses would take a fifth of the time of a lookup among 5
   * million keys.
   */
  private readonly words: Int32Array[] = [];
  private readonly capacities: number[] = [];
  /** A mask of low bits. It is the number of segments at the start of the round, minus one. */
  private mask: number;
  /** Index of the next segment to split. Earlier segments were split in the current round. */
  private nextSplit: number;
  private keys = 0;
  private bytes = 0;

  /** @param segmentCount initial number of segments */
  constructor(segmentCount = 1) {
    for (let index = 0; index < segmentCount; index += 1) this.add(new Segment());
    const round = 2 ** Math.floor(Math.log2(segmentCount));
    this.mask = round - 1;
    this.nextSplit = segmentCount - round;
  }

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

  /** Returns the value of a key, or 0 if the key is absent. */
  get(first: number, second: number, third: number): number {
    const index = this.indexOf(third);
    const words = this.words[index];
    if (words === undefined) return 0;
    return valueOf(words, this.capacities[index] ?? 0, first, second, third);
  }

  /**
   * @param value not 0
   * @returns the replaced value, or 0 for a new key
   */
  put(first: number, second: number, third: number, value: number): number {
    const index = this.indexOf(third);
    const before = this.segmentAt(index).put(first, second, third, value);
    this.refresh(index);
    if (before !== 0) return before;
    this.keys += 1;
    if (this.keys > this.segments.length * KEYS_PER_SEGMENT) this.splitOne();
    return 0;
  }

  /** Removes a key. Returns its value, or 0 if the key was absent. */
  remove(first: number, second: number, third: number): number {
    const index = this.indexOf(third);
    const before = this.segmentAt(index).remove(first, second, third);
    this.refresh(index);
    if (before !== 0) this.keys -= 1;
    return before;
  }

  /** Reserves space for more keys in one segment. `third` is the third word of such a key. */
  reserve(third: number, more: number): void {
    const index = this.indexOf(third);
    const segment = this.segmentAt(index);
    segment.reserve(segment.count + more);
    this.refresh(index);
  }

  /**
   * Returns a copy of a segment, with three words and the value of each row.
   *
   * A caller that copies all segments up to `segmentCount` in sequence gets each key at least once,
   * unless the key is removed. This is true even if the table changes, because keys move only to
   * later segments.
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

  /** Stores the array of a segment again, because the segment may have a new array. */
  private refresh(index: number): void {
    const { words, capacity } = this.segmentAt(index);
    const before = this.words[index];
    if (words === before) return;
    this.words[index] = words;
    this.capacities[index] = capacity;
    this.bytes += words.byteLength - (before?.byteLength ?? 0);
  }

  private splitOne(): void {
    const newSegment = this.segmentAt(this.nextSplit).split(this.mask + 1);
    this.add(newSegment);
    this.refresh(this.nextSplit);
    this.nextSplit += 1;
    if (this.nextSplit > this.mask) {
      this.mask = this.mask * 2 + 1;
      this.nextSplit = 0;
    }
  }
}
