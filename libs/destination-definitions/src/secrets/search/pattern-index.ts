import { SHORTEST } from './search.js';
import { spendOn, type Steps } from './steps.js';

/** About one in so many places of a text is taken for the beginning of a pattern, and looked at closely. */
const MARKS_PER_PATTERN = 64;

/** One form in which a secret may appear in a text: as it is, encoded, escaped, or a part of it. */
export interface Pattern {
  readonly text: string;
  readonly secret: string;
}

/** Texts by their beginnings, to look for all of them at once. */
export class PatternIndex {
  /** Which beginnings there are, roughly; made for the first text. */
  private marks: Uint8Array | undefined;
  private readonly byStart = new Map<string, Pattern[]>();
  private readonly all: Pattern[] = [];
  private readonly texts = new Set<string>();

  add(pattern: Pattern): void {
    const start = pattern.text.slice(0, SHORTEST);
    const same = this.byStart.get(start);
    if (this.texts.has(pattern.text)) return;
    this.texts.add(pattern.text);
    this.marks = undefined;
    if (same === undefined) this.byStart.set(start, [pattern]);
    else same.push(pattern);
    this.all.push(pattern);
  }

  *matches(text: string, steps: Steps): Generator<[from: number, Pattern]> {
    if (this.all.length === 0) return;
    const marks = (this.marks ??= this.newMarks());
    for (let from = 0; from + SHORTEST <= text.length; from += 1) {
      if (marks[hashAt(text, from) & (marks.length - 1)] !== 1) continue;
      for (const pattern of this.byStart.get(text.slice(from, from + SHORTEST)) ?? []) {
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
    steps: Steps,
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

function hashAt(text: string, index: number): number {
  return (
    text.charCodeAt(index) * 29_791 +
    text.charCodeAt(index + 1) * 961 +
    text.charCodeAt(index + 2) * 31 +
    text.charCodeAt(index + 3)
  );
}
