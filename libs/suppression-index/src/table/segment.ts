import { Rows } from './rows.js';

/**
 * A segment grows above this load. At this load, a search reads four or five rows, with or without
 * a match.
 */
const MAX_LOAD = 0.875;
/** Load after growing, shrinking or splitting. A row has 16 bytes, so a key takes 21.6 bytes. */
const TARGET_LOAD = 0.74;
/** Below this load, a segment releases memory. */
const MIN_LOAD = 0.5;
const MIN_CAPACITY = 8;
/**
 * Initial number of spare rows. About one segment in ten needs more spare rows before it grows. The
 * number is then doubled.
 */
const SPARE_ROWS = 8;

/**
 * A part of the table. It maps keys of three words to values other than zero.
 *
 * It uses linear probing. The home of a row increases with the first word, so the rows are sorted
 * by first word. Therefore a search for an absent key ends as early as a search for an existing
 * key. Growth is a single pass over both arrays. A removal shifts later rows back, so that no
 * placeholder remains.
 */
export class Segment {
  count = 0;
  private rows = new Rows(MIN_CAPACITY, SPARE_ROWS);
  private maxCount = Math.floor(MIN_CAPACITY * MAX_LOAD);

  /** Array of the rows, for `valueOf`. Growing, shrinking and splitting replace this array. */
  get words(): Int32Array {
    return this.rows.words;
  }

  /** Number of homes in `words`. */
  get capacity(): number {
    return this.rows.capacity;
  }

  /**
   * @param value not 0
   * @returns the replaced value, or 0 for a new key
   */
  put(first: number, second: number, third: number, value: number): number {
    let at = this.rows.find(first, second, third);
    if (at >= 0) return this.rows.replace(at, value);
    if (this.count >= this.maxCount) {
      this.resize(this.count + 1);
      at = this.rows.find(first, second, third);
    }
    while (!this.rows.insert(~at, first, second, third, value)) {
      this.rows = filled(this.rows, this.rows.capacity, this.rows.spare * 2);
      at = this.rows.find(first, second, third);
    }
    this.count += 1;
    return 0;
  }

  /** Returns the removed value, or 0 for an absent key. */
  remove(first: number, second: number, third: number): number {
    const at = this.rows.find(first, second, third);
    if (at < 0) return 0;
    const value = this.rows.remove(at);
    this.count -= 1;
    if (this.rows.capacity > MIN_CAPACITY && this.count < this.rows.capacity * MIN_LOAD) {
      this.resize(this.count);
    }
    return value;
  }

  /** Reserves space for this total number of keys. */
  reserve(count: number): void {
    if (count > this.maxCount) this.resize(count);
  }

  /**
   * Moves the keys with this bit set in the third word to a new segment.
   *
   * @param bit a power of two
   */
  split(bit: number): Segment {
    const { rows } = this;
    const newSegment = new Segment();
    newSegment.count = rows.countWith(bit);
    newSegment.take(rows, newSegment.count, bit, bit);
    this.count -= newSegment.count;
    this.take(rows, this.count, bit, 0);
    return newSegment;
  }

  /** Returns a copy of the rows without gaps, with three words and the value of each row. */
  toCompact(): Int32Array {
    return this.rows.toCompact(this.count);
  }

  private resize(count: number): void {
    this.take(this.rows, count, 0, 0);
  }

  /** Rebuilds the rows from the rows of `source` in which `third & mask` equals `bits`. */
  private take(source: Rows, count: number, mask: number, bits: number): void {
    const capacity = Math.max(MIN_CAPACITY, Math.ceil(count / TARGET_LOAD));
    this.rows = filled(source, capacity, SPARE_ROWS, mask, bits);
    this.maxCount = Math.floor(capacity * MAX_LOAD);
  }
}

/** Returns a copy of the rows with enough spare rows at the end. */
function filled(source: Rows, capacity: number, spare: number, mask = 0, bits = 0): Rows {
  const rows = new Rows(capacity, spare);
  return rows.fill(source, mask, bits) ? rows : filled(source, capacity, spare * 2, mask, bits);
}
