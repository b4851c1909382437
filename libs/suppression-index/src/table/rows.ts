/** A row consists of three words of a key, and the value of the key. */
export const WORDS_PER_ROW = 4;

const HALF_RANGE = 0x8000_0000;
/** A power of two, so that the multiplication is exact. */
const SHARE = 1 / 0x1_0000_0000;

/**
 * Returns the home of a first word. The search for a key starts at the home of its first word. The
 * home increases with the word.
 *
 * @param capacity number of homes
 */
function homeOf(first: number, capacity: number): number {
  return (((first + HALF_RANGE) * capacity * SHARE) | 0) * WORDS_PER_ROW;
}

/**
 * Finds a key in the words of some rows. A look-up needs only this function.
 *
 * @param capacity number of homes
 * @returns the value of the key, or 0 if it is absent
 */
export function valueOf(
  words: Int32Array,
  capacity: number,
  first: number,
  second: number,
  third: number,
): number {
  let at = homeOf(first, capacity);
  let value = words[at + 3] ?? 0;
  // The last row is always free, so the loop ends.
  while (value !== 0) {
    const other = words[at] ?? 0;
    if (other > first) return 0;
    if (other === first && words[at + 1] === second && words[at + 2] === third) return value;
    at += WORDS_PER_ROW;
    value = words[at + 3] ?? 0;
  }
  return 0;
}

/** Rows of a segment, sorted by first word. The value 0 means that a row is free. */
export class Rows {
  readonly words: Int32Array;

  /**
   * @param capacity number of homes
   * @param spare number of rows after the last home, for rows that are shifted past the last home
   */
  constructor(
    readonly capacity: number,
    readonly spare: number,
  ) {
    this.words = new Int32Array((capacity + spare) * WORDS_PER_ROW);
  }

  /**
   * Returns the position of a key. If the key is absent, returns `~position` of the position at
   * which to insert it.
   */
  find(first: number, second: number, third: number): number {
    const { words } = this;
    let at = homeOf(first, this.capacity);
    while (words[at + 3] !== 0) {
      const other = words[at] ?? 0;
      if (other > first) return ~at;
      if (other === first && words[at + 1] === second && words[at + 2] === third) return at;
      at += WORDS_PER_ROW;
    }
    return ~at;
  }

  /** Returns the previous value. */
  replace(at: number, value: number): number {
    const before = this.words[at + 3] ?? 0;
    this.words[at + 3] = value;
    return before;
  }

  /**
   * Inserts a row at the position from `find`, and shifts later rows up to the next free row.
   *
   * @returns false if only the last row is free, because this row must stay free
   */
  insert(at: number, first: number, second: number, third: number, value: number): boolean {
    const { words } = this;
    let free = at;
    while (words[free + 3] !== 0) free += WORDS_PER_ROW;
    if (free + WORDS_PER_ROW >= words.length) return false;
    for (let to = free; to > at; to -= WORDS_PER_ROW) {
      words[to] = words[to - 4] ?? 0;
      words[to + 1] = words[to - 3] ?? 0;
      words[to + 2] = words[to - 2] ?? 0;
      words[to + 3] = words[to - 1] ?? 0;
    }
    words[at] = first;
    words[at + 1] = second;
    words[at + 2] = third;
    words[at + 3] = value;
    return true;
  }

  /** Frees a row and returns its value. Shifts later rows back as far as their homes allow. */
  remove(at: number): number {
    const { words } = this;
    const value = words[at + 3] ?? 0;
    let last = at;
    for (let next = at + WORDS_PER_ROW; words[next + 3] !== 0; next += WORDS_PER_ROW) {
      if (homeOf(words[next] ?? 0, this.capacity) === next) break;
      last = next;
    }
    words.copyWithin(at, at + WORDS_PER_ROW, last + WORDS_PER_ROW);
    words.fill(0, last, last + WORDS_PER_ROW);
    return value;
  }

  /**
   * Fills these empty rows with the rows of `source` whose third word matches.
   *
   * @param mask bits of the third word to compare
   * @param bits value that these bits must have
   * @returns false if too few rows are free at the end
   */
  fill(source: Rows, mask: number, bits: number): boolean {
    const { words } = this;
    const from = source.words;
    const end = words.length - WORDS_PER_ROW;
    let next = 0;
    for (let at = 0; at < from.length; at += WORDS_PER_ROW) {
      const third = from[at + 2] ?? 0;
      if (from[at + 3] === 0 || (third & mask) !== bits) continue;
      const first = from[at] ?? 0;
      next = Math.max(next, homeOf(first, this.capacity));
      if (next >= end) return false;
      words[next] = first;
      words[next + 1] = from[at + 1] ?? 0;
      words[next + 2] = third;
      words[next + 3] = from[at + 3] ?? 0;
      next += WORDS_PER_ROW;
    }
    return true;
  }

  /** Returns the number of rows with this bit set in the third word. */
  countWith(bit: number): number {
    const { words } = this;
    let count = 0;
    for (let at = 0; at < words.length; at += WORDS_PER_ROW) {
      if (words[at + 3] !== 0 && ((words[at + 2] ?? 0) & bit) !== 0) count += 1;
    }
    return count;
  }

  /** Returns a copy without the free rows. `count` must be the number of used rows. */
  toCompact(count: number): Int32Array {
    const { words } = this;
    const compact = new Int32Array(count * WORDS_PER_ROW);
    let to = 0;
    for (let at = 0; at < words.length; at += WORDS_PER_ROW) {
      if (words[at + 3] === 0) continue;
      for (let word = 0; word < WORDS_PER_ROW; word += 1)
        compact[to + word] = words[at + word] ?? 0;
      to += WORDS_PER_ROW;
    }
    return compact;
  }
}
