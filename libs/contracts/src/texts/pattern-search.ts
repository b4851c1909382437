import { PatternAutomaton, type OnFound } from './pattern-automaton.js';

/** Characters by which a pattern is known not to be in any of the texts. */
export const HEAD = 3;
const HEADS = 65_536;

/**
 * Looks for patterns in texts that are known before the patterns are. A pattern of which none of the texts has the
 * first characters is not kept: of a thousand identifiers a few are.
 */
export class PatternSearch {
  /** Which three characters in a row are in a text, roughly. */
  private readonly heads = new Uint8Array(HEADS);
  private readonly patterns = new Set<string>();
  private automaton: PatternAutomaton | undefined;

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      for (let place = 0; place + HEAD <= text.length; place += 1) {
        this.heads[headAt(text, place)] = 1;
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
   * @param cuts places before which the end of a pattern may be missing
   * @throws nothing for a text that was not given before: patterns may be missed in it
   */
  find(text: string, found: OnFound, cuts: readonly number[] = []): void {
    if (this.patterns.size === 0) return;
    this.automaton ??= new PatternAutomaton([...this.patterns]);
    this.automaton.find(text, found, cuts, HEAD);
  }
}

function headAt(text: string, place: number): number {
  return (
    (text.charCodeAt(place) * 961 + text.charCodeAt(place + 1) * 31 + text.charCodeAt(place + 2)) &
    (HEADS - 1)
  );
}
