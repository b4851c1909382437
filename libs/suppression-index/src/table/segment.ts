import { Rows } from './rows.js';

/** Over this load a segment grows: a search reads four or five rows then, hit or miss. */
const FULLEST = 0.875;
/** The load after growing, shrinking or splitting: 16 bytes a row make 21.6 bytes a key. */
const COMFORTABLE = 0.74;
/** Under this load a segment gives memory back. */
const EMPTIEST = 0.5;
const SMALLEST = 8;
/** One segment of some ten needs more spare rows before it grows; it gets twice as many then. */
const SPARE_ROWS = 8;

/**
 * One piece of the table: keys of three words, each with a value that is not zero.
 *
 * Linear probing in which a row's home grows with its first word, so that the rows lie in the order
 * of their first words. Hence a search for something that is not there ends as early as one that
 * succeeds; growing is one pass from the beginning to the end of both arrays; and a removal moves
 * the rows behind it back, which leaves no tombstone.
 */
export class Segment {
  /** Number of keys. */
  count = 0;
  private rows = new Rows(SMALLEST, SPARE_ROWS);
  private most = Math.floor(SMALLEST * FULLEST);

  /** Where the keys are now, for `valueOf`; another array after growing, shrinking, splitting. */
  get words(): Int32Array {
    return this.rows.words;
  }

  /** Number of homes in `words`. */
  get capacity(): number {
    return this.rows.capacity;
  }

  /**
   * @param value not 0
   * @returns the value that it replaces, 0 when the key is new
   */
  put(first: number, second: number, third: number, value: number): number {
    let at = this.rows.find(first, second, third);
    if (at >= 0) return this.rows.replace(at, value);
    if (this.count >= this.most) this.resize(this.count + 1);
    at = this.rows.find(first, second, third);
    while (!this.rows.insert(~at, first, second, third, value)) {
      this.rows = filled(this.rows, this.rows.capacity, this.rows.spare * 2);
      at = this.rows.find(first, second, third);
    }
    this.count += 1;
    return 0;
  }

  /** @returns the value that was removed, 0 when the key was not there */
  remove(first: number, second: number, third: number): number {
    const at = this.rows.find(first, second, third);
    if (at < 0) return 0;
    const value = this.rows.remove(at);
    this.count -= 1;
    if (this.rows.capacity > SMALLEST && this.count < this.rows.capacity * EMPTIEST) {
      this.resize(this.count);
    }
    return value;
  }

  /** Makes room for a number of keys in all. */
  reserve(count: number): void {
    if (count > this.most) this.resize(count);
  }

  /**
   * Moves the keys whose third word has a bit set to a new segment.
   *
   * @param bit a power of two
   */
  split(bit: number): Segment {
    const whole = this.rows;
    const other = new Segment();
    other.count = whole.countWith(bit);
    other.take(whole, other.count, bit, bit);
    this.count -= other.count;
    this.take(whole, this.count, bit, 0);
    return other;
  }

  /** @returns its rows without gaps: first, second, third word and value of each */
  toCompact(): Int32Array {
    return this.rows.toCompact(this.count);
  }

  private resize(count: number): void {
    this.take(this.rows, count, 0, 0);
  }

  /** Makes its rows anew from those whose third word has `bits` at the places of `mask`. */
  private take(source: Rows, count: number, mask: number, bits: number): void {
    const capacity = Math.max(SMALLEST, Math.ceil(count / COMFORTABLE));
    this.rows = filled(source, capacity, SPARE_ROWS, mask, bits);
    this.most = Math.floor(capacity * FULLEST);
  }
}

/** @returns the rows, with as many spare rows at the end as they need */
function filled(source: Rows, capacity: number, spare: number, mask = 0, bits = 0): Rows {
  const rows = new Rows(capacity, spare);
  return rows.fill(source, mask, bits) ? rows : filled(source, capacity, spare * 2, mask, bits);
}
