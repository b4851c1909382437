import { PatternAutomaton, type OnFound } from './pattern-automaton.js';

/** Number of first characters by which `add` excludes patterns. */
export const HEAD = 3;
const HEADS = 65_536;

/**
 * Searches for patterns in texts. The constructor gets the texts first. `add` then ignores each
 * pattern whose first three characters occur in no text. Of a thousand identifiers, only a few
 * remain.
 */
export class PatternSearch {
  /**
   * Contains 1 for each hash of three consecutive characters in the texts. Different characters can
   * have the same hash.
   */
  private readonly heads = new Uint8Array(HEADS);
  private readonly patterns = new Set<string>();
  private automaton: PatternAutomaton | undefined;

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (let index = 0; index + HEAD <= text.length; index += 1) {
        this.heads[headAt(text, index)] = 1;
      }
    }
  }

  /** @param pattern of at least three characters */
  add(pattern: string): void {
    if (this.heads[headAt(pattern, 0)] !== 1) return;
    this.automaton = undefined;
    this.patterns.add(pattern);
  }

  /**
   * @param text one of the texts of the constructor; in any other text, patterns can be missed
   * @param cuts positions before which a pattern can be incomplete
   */
  find(text: string, found: OnFound, cuts: readonly number[] = []): void {
    if (this.patterns.size === 0) return;
    this.automaton ??= new PatternAutomaton([...this.patterns]);
    this.automaton.find(text, found, cuts, HEAD);
  }
}

function headAt(text: string, index: number): number {
  return (
    (text.charCodeAt(index) * 961 + text.charCodeAt(index + 1) * 31 + text.charCodeAt(index + 2)) &
    (HEADS - 1)
  );
}
