import { decimalValue, skipDecimal } from '@lethe/contracts/bounds';
import { unescapeFully, unescapeOnce } from './unescape.js';
import { isBoundary } from './words.js';

/** Levels of escapes that are removed one by one. All deeper levels are removed at once. */
const MOST_LEVELS = 8;
/** Characters that start an escape. An id with one of them changes when escapes are removed. */
const ESCAPES = /[\\%'"]/;
const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** Counter of a search's work. Tests check that the work does not grow with the number of ids. */
export interface Cost {
  steps: number;
}

/** Finds ids as whole words in text of unknown format. */
export class IdFinder {
  /** Sorted by UTF-16 code units. */
  private readonly sorted: readonly string[];
  /** For each id, the index of the longest other id that is a prefix of it; -1 if there is none. */
  private readonly prefixes: Int32Array;
  private readonly firsts = new Set<number>();

  /** @param equalValues returns the ids that have the same numeric value; see `decimalValue` */
  constructor(
    ids: Iterable<string>,
    private readonly equalValues: (value: string) => readonly string[],
    private readonly cost: Cost = { steps: 0 },
  ) {
    this.sorted = [...ids].sort((a, b) => (a < b ? -1 : 1));
    this.prefixes = new Int32Array(this.sorted.length).fill(-1);
    for (const [index, id] of this.sorted.entries()) {
      this.firsts.add(id.charCodeAt(0));
      let before = index - 1;
      while (before >= 0 && !id.startsWith(this.sorted[before] ?? '')) {
        before = this.prefixes[before] ?? -1;
      }
      this.prefixes[index] = before;
    }
  }

  /** @returns the ids that the text contains verbatim, or after its escapes are removed */
  find(text: string): Set<string> {
    const found = new Set<string>();
    let level: string | undefined = text;
    for (let levels = 0; level !== undefined && levels <= MOST_LEVELS; levels += 1) {
      this.cost.steps += level.length;
      this.findPlain(level, found);
      level = unescapeOnce(level);
    }
    if (level === undefined) return found;
    const plain = unescapeFully(level);
    this.cost.steps += level.length;
    this.findPlain(plain, found);
    this.findPlain(unescapeOnce(plain) ?? '', found);
    for (const id of this.sorted) {
      if (ESCAPES.test(id) && plain.includes(unescapeFully(id))) found.add(id);
    }
    return found;
  }

  private findPlain(text: string, found: Set<string>): void {
    let numberFrom = 0;
    this.cost.steps += text.length;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isDigit = code >= ZERO && code <= NINE;
      const isFirst = this.firsts.has(code);
      if ((!isDigit && !isFirst) || !isBoundary(text, at)) continue;
      if (found.size === this.sorted.length) return;
      if (isFirst) this.findAt(text, at, found);
      if (isDigit && at >= numberFrom) numberFrom = this.numberAt(text, at, found);
    }
  }

  /** Finds the ids that start at this position of the text. */
  private findAt(text: string, at: number, found: Set<string>): void {
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.isUpTo(this.sorted[middle] ?? '', text, at)) low = middle + 1;
      else high = middle;
    }
    const common = this.commonLength(this.sorted[low - 1] ?? '', text, at);
    for (let index = low - 1; index >= 0; index = this.prefixes[index] ?? -1) {
      const id = this.sorted[index] ?? '';
      this.cost.steps += 1;
      if (id.length <= common && isBoundary(text, at + id.length)) found.add(id);
    }
  }

  /** Returns whether the id sorts before the text at this position, or is a prefix of that text. */
  private isUpTo(id: string, text: string, at: number): boolean {
    const common = this.commonLength(id, text, at);
    return common === id.length || id.charCodeAt(common) < text.charCodeAt(at + common);
  }

  private commonLength(id: string, text: string, at: number): number {
    let length = 0;
    while (length < id.length && id.charCodeAt(length) === text.charCodeAt(at + length)) {
      length += 1;
    }
    this.cost.steps += length + 1;
    return length;
  }

  private numberAt(text: string, at: number, found: Set<string>): number {
    const sign = text.charCodeAt(at - 1);
    const hasSign = (sign === MINUS || sign === PLUS) && isBoundary(text, at - 1);
    const end = skipDecimal(text, at);
    if (!isBoundary(text, end)) return end;
    for (const from of hasSign ? [at - 1, at] : [at]) {
      const value = decimalValue(text.slice(from, end));
      if (value !== undefined) for (const id of this.equalValues(value)) found.add(id);
    }
    return end;
  }
}
