import { SHORTEST } from './search.js';
import { spendOn, type SearchBudget } from './search-budget.js';

/** About one in so many places of a text is taken for the beginning of a pattern, and looked at closely. */
const MARKS_PER_PATTERN = 64;

/** One form in which a secret may appear in a text: as it is, encoded, escaped, or a part of it. */
export interface Pattern {
  readonly text: string;
  readonly secret: string;
}

/** A pattern among the others in the order of their texts. */
interface Place extends Pattern {
  /** The longest other pattern that this one begins with. */
  readonly shorter: Place | undefined;
}

/** Texts in order, to look for all of them at once: a place of a text costs as many comparisons as halving them needs. */
export class PatternIndex {
  private readonly all: readonly Pattern[];
  private readonly byStart: ReadonlyMap<string, readonly Place[]>;
  /** Which beginnings there are, roughly; made for the first text. */
  private marks: Uint8Array | undefined;

  /** @param patterns of one text the first counts */
  constructor(patterns: readonly Pattern[]) {
    const byText = new Map<string, Pattern>();
    for (const pattern of patterns) {
      if (!byText.has(pattern.text)) byText.set(pattern.text, pattern);
    }
    this.all = [...byText.values()];
    this.byStart = inOrder(byText);
  }

  *matches(text: string, steps: SearchBudget): Generator<[from: number, Pattern]> {
    if (this.all.length === 0) return;
    const marks = (this.marks ??= this.newMarks());
    for (let from = 0; from + SHORTEST <= text.length; from += 1) {
      if (marks[hashAt(text, from) & (marks.length - 1)] !== 1) continue;
      const places = this.byStart.get(text.slice(from, from + SHORTEST));
      if (places === undefined) continue;
      let pattern = lastUpTo(text, from, places, steps);
      for (; pattern !== undefined; pattern = pattern.shorter) {
        spendOn(pattern.text, steps);
        if (text.startsWith(pattern.text, from)) yield [from, pattern];
      }
    }
  }

  /** Makes the table so large that a text without a secret meets few marks. */
  private newMarks(): Uint8Array {
    const size = Math.min(65_536, 2 ** Math.ceil(Math.log2(this.all.length * MARKS_PER_PATTERN)));
    const marks = new Uint8Array(size);
    for (const { text } of this.all) marks[hashAt(text, 0) & (size - 1)] = 1;
    return marks;
  }

  /** @returns the longest beginning of a pattern that ends at `end` */
  begunAt(
    text: string,
    end: number,
    shortest: number,
    steps: SearchBudget,
  ): { readonly from: number; readonly secret: string } | undefined {
    let best: { readonly from: number; readonly secret: string } | undefined;
    for (const { text: pattern, secret } of this.all) {
      spendOn(pattern, steps);
      const longest = Math.min(pattern.length - 1, end);
      for (let length = longest; length >= shortest; length -= 1) {
        if (best !== undefined && end - best.from >= length) break;
        if (text.charCodeAt(end - 1) !== pattern.charCodeAt(length - 1)) continue;
        if (!text.startsWith(pattern.slice(0, length), end - length)) continue;
        best = { from: end - length, secret };
        break;
      }
    }
    return best;
  }
}

/** @returns patterns by their first characters, in the order of their texts */
function inOrder(patterns: ReadonlyMap<string, Pattern>): Map<string, Place[]> {
  const byStart = new Map<string, Place[]>();
  // Without a function that compares, sorting takes a fifth of the time.
  for (const text of [...patterns.keys()].sort()) {
    const start = text.slice(0, SHORTEST);
    const before = byStart.get(start) ?? [];
    let shorter = before.at(-1);
    while (shorter !== undefined && !text.startsWith(shorter.text)) shorter = shorter.shorter;
    byStart.set(start, before);
    before.push({ text, secret: patterns.get(text)?.secret ?? text, shorter });
  }
  return byStart;
}

/**
 * @returns the last pattern that does not come after the text from a place on: each one that the text has there is that one, or is
 *   what that one begins with
 */
function lastUpTo(
  text: string,
  from: number,
  places: readonly Place[],
  steps: SearchBudget,
): Place | undefined {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const pattern = places[middle]?.text ?? '';
    spendOn(pattern, steps);
    if (text.slice(from, from + pattern.length) < pattern) high = middle;
    else low = middle + 1;
  }
  return places[low - 1];
}

function hashAt(text: string, index: number): number {
  return (
    text.charCodeAt(index) * 29_791 +
    text.charCodeAt(index + 1) * 961 +
    text.charCodeAt(index + 2) * 31 +
    text.charCodeAt(index + 3)
  );
}
