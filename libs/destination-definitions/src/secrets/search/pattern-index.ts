import { SHORTEST } from './search.js';
import { spendOn, type SearchBudget } from './search-budget.js';

/** Slots in the table of marks for each pattern. About one in 64 positions is a false candidate. */
const MARKS_PER_PATTERN = 64;

/** A form in which a secret can occur in texts, for example encoded or escaped. */
export interface Pattern {
  readonly text: string;
  readonly secret: string;
}

interface SortedPattern extends Pattern {
  /** Longest other pattern that is a prefix of this pattern. */
  readonly shorter: SortedPattern | undefined;
}

/** Searches a text for many patterns at once, with a binary search at each position of the text. */
export class PatternIndex {
  private readonly all: readonly Pattern[];
  private readonly byStart: ReadonlyMap<string, readonly SortedPattern[]>;
  /** Approximate set of the starts of patterns. It is created when the first text is searched. */
  private marks: Uint8Array | undefined;

  /** @param patterns patterns; of several patterns with equal texts, the first is used */
  constructor(patterns: readonly Pattern[]) {
    const byText = new Map<string, Pattern>();
    for (const pattern of patterns) {
      if (!byText.has(pattern.text)) byText.set(pattern.text, pattern);
    }
    this.all = [...byText.values()];
    this.byStart = sortedByStart(byText);
  }

  *matches(text: string, steps: SearchBudget): Generator<[from: number, Pattern]> {
    if (this.all.length === 0) return;
    const marks = (this.marks ??= this.newMarks());
    for (let from = 0; from + SHORTEST <= text.length; from += 1) {
      if (marks[hashAt(text, from) & (marks.length - 1)] !== 1) continue;
      const candidates = this.byStart.get(text.slice(from, from + SHORTEST));
      if (candidates === undefined) continue;
      let pattern = lastUpTo(text, from, candidates, steps);
      for (; pattern !== undefined; pattern = pattern.shorter) {
        spendOn(pattern.text, steps);
        if (text.startsWith(pattern.text, from)) yield [from, pattern];
      }
    }
  }

  /** Creates a table that gives few false candidates in a text without secrets. */
  private newMarks(): Uint8Array {
    const size = Math.min(65_536, 2 ** Math.ceil(Math.log2(this.all.length * MARKS_PER_PATTERN)));
    const marks = new Uint8Array(size);
    for (const { text } of this.all) marks[hashAt(text, 0) & (size - 1)] = 1;
    return marks;
  }

  /**
   * Finds the longest text before `end` that is a prefix of a pattern. The text is possibly cut at
   * `end`.
   *
   * @param shortest minimum length of the prefix
   */
  longestStartAt(
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

/** Returns the sorted patterns for each start of `SHORTEST` characters. */
function sortedByStart(patterns: ReadonlyMap<string, Pattern>): Map<string, SortedPattern[]> {
  const byStart = new Map<string, SortedPattern[]>();
  // Without a comparator, the sort takes a fifth of the time.
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
 * Returns the last pattern that does not sort after the text at `from`. Every pattern that occurs
 * at this position is this pattern or a prefix of it.
 */
function lastUpTo(
  text: string,
  from: number,
  candidates: readonly SortedPattern[],
  steps: SearchBudget,
): SortedPattern | undefined {
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const pattern = candidates[middle]?.text ?? '';
    spendOn(pattern, steps);
    if (text.slice(from, from + pattern.length) < pattern) high = middle;
    else low = middle + 1;
  }
  return candidates[low - 1];
}

function hashAt(text: string, index: number): number {
  return (
    text.charCodeAt(index) * 29_791 +
    text.charCodeAt(index + 1) * 961 +
    text.charCodeAt(index + 2) * 31 +
    text.charCodeAt(index + 3)
  );
}
