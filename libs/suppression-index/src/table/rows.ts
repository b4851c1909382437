/** A key of three words, and its value. */
export const WORDS_A_ROW = 4;

const HALF_RANGE = 0x8000_0000;
/** A power of two, so that multiplying with it is exact. */
const SHARE = 1 / 0x1_0000_0000;

/**
 * @param capacity number of homes
 * @returns where the search for a first word begins: never before that for a lower word
 */
function homeOf(first: number, capacity: number): number {
  return (((first + HALF_RANGE) * capacity * SHARE) | 0) * WORDS_A_ROW;
}

/**
 * Looks a key up in the words of some rows, which is all that a reader of a table needs.
 *
 * @param capacity number of homes
 * @returns the key's value, 0 when it is not there
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
    at += WORDS_A_ROW;
    value = words[at + 3] ?? 0;
  }
  return 0;
}

/** The rows of a segment, in the order of their first words. A value of 0 marks a free row. */
export class Rows {
  readonly words: Int32Array;

  /**
   * @param capacity number of homes
   * @param spare rows behind the last home, for rows that are pushed over the end
   */
  constructor(
    readonly capacity: number,
    readonly spare: number,
  ) {
    this.words = new Int32Array((capacity + spare) * WORDS_A_ROW);
  }

  /** @returns where the key is; `~` of where it would be when it is not there */
  find(first: number, second: number, third: number): number {
    const { words } = this;
    let at = homeOf(first, this.capacity);
    while (words[at + 3] !== 0) {
      const other = words[at] ?? 0;
      if (other > first) return ~at;
      if (other === first && words[at + 1] === second && words[at + 2] === third) return at;
      at += WORDS_A_ROW;
    }
    return ~at;
  }

  /** @returns the value before */
  replace(at: number, value: number): number {
    const before = this.words[at + 3] ?? 0;
    this.words[at + 3] = value;
    return before;
  }

  /**
   * Puts a row where `find` said, and moves those behind it up to the next free row.
   *
   * @returns false when the only free row left is the last one, which must stay free
   */
  insert(at: number, first: number, second: number, third: number, value: number): boolean {
    const { words } = this;
    let free = at;
    while (words[free + 3] !== 0) free += WORDS_A_ROW;
    if (free + WORDS_A_ROW >= words.length) return false;
    for (let to = free + 3; to > at + 3; to -= 1) words[to] = words[to - WORDS_A_ROW] ?? 0;
    words[at] = first;
    words[at + 1] = second;
    words[at + 2] = third;
    words[at + 3] = value;
    return true;
  }

  /** Frees a row, and moves those behind it back as far as their homes allow. */
  remove(at: number): number {
    const { words } = this;
    const value = words[at + 3] ?? 0;
    let last = at;
    for (let next = at + WORDS_A_ROW; words[next + 3] !== 0; next += WORDS_A_ROW) {
      if (homeOf(words[next] ?? 0, this.capacity) === next) break;
      last = next;
    }
    words.copyWithin(at, at + WORDS_A_ROW, last + WORDS_A_ROW);
    words.fill(0, last, last + WORDS_A_ROW);
    return value;
  }

  /**
   * Fills these rows, which must be empty, with a part of others' rows.
   *
   * @param mask bits of the third word that are compared
   * @param bits value that a row must have at these bits
   * @returns false when there are too many at the end
   */
  fill(source: Rows, mask: number, bits: number): boolean {
    const { words } = this;
    const from = source.words;
    const end = words.length - WORDS_A_ROW;
    let next = 0;
    for (let at = 0; at < from.length; at += WORDS_A_ROW) {
      const third = from[at + 2] ?? 0;
      if (from[at + 3] === 0 || (third & mask) !== bits) continue;
      const first = from[at] ?? 0;
      next = Math.max(next, homeOf(first, this.capacity));
      if (next >= end) return false;
      words[next] = first;
      words[next + 1] = from[at + 1] ?? 0;
      words[next + 2] = third;
      words[next + 3] = from[at + 3] ?? 0;
      next += WORDS_A_ROW;
    }
    return true;
  }

  /** @returns how many rows have a bit of the third word set */
  countWith(bit: number): number {
    const { words } = this;
    let count = 0;
    for (let at = 0; at < words.length; at += WORDS_A_ROW) {
      if (words[at + 3] !== 0 && ((words[at + 2] ?? 0) & bit) !== 0) count += 1;
    }
    return count;
  }

  /** @returns a copy without the free rows; `count` is the number of rows that are not free */
  toCompact(count: number): Int32Array {
    const { words } = this;
    const compact = new Int32Array(count * WORDS_A_ROW);
    let to = 0;
    for (let at = 0; at < words.length; at += WORDS_A_ROW) {
      if (words[at + 3] === 0) continue;
      for (let word = 0; word < WORDS_A_ROW; word += 1) compact[to + word] = words[at + word] ?? 0;
      to += WORDS_A_ROW;
    }
    return compact;
  }
}
