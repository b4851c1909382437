import { encodedIn, endsOfCut, viewsOf } from '@lethe/contracts';
import {
  SHORTEST,
  SHORTEST_BEGINNING,
  shortestOf,
  type FoundSecret,
  type Search,
} from './search.js';
import { shapesOf, shapeOf, SHOWN, type Shape } from './secret-shape.js';
import { spendOn, spendSteps, type SearchBudget } from './search-budget.js';

/** Maximum length of a secret that is found although its end is cut. */
const LONGEST = 4_000;

/**
 * Finds every text with the shape of a secret: the same first characters, and the same kinds of
 * following characters. So a hit does not show a caller that a guessed secret is right. This search
 * finds the same encoded and escaped forms as `SecretSearch`.
 */
export class ShapeSearch implements Search {
  private readonly known = new Set<string>();
  private readonly byStart = new Map<string, Shape[]>();
  private readonly whole = new Set<string>();
  /** Lengths of the secrets, which are also the lengths of the texts in `whole`. */
  private readonly lengths: ReadonlySet<number>;
  /** Length of the shortest secret that is found within a text. Encoded forms are longer. */
  private readonly shortest: number;
  /** Matches the start of a secret in base64 or hexadecimal. */
  private readonly encodedStart: RegExp;
  /** Approximate set of the first two characters of secrets. */
  private readonly marks = new Uint8Array(65_536);

  constructor(secrets: readonly string[]) {
    this.lengths = new Set(secrets.map(({ length }) => length));
    this.shortest = shortestOf(secrets);
    for (const secret of new Set(secrets)) {
      this.whole.add(wholeKey(shapeOf(secret)));
      if (secret.length < SHORTEST) continue;
      for (const shape of shapesOf(secret)) this.add(shape);
    }
    const starts = [...this.byStart.keys()].flatMap(startsOf);
    this.encodedStart = new RegExp([...new Set(starts.flatMap(encodedStartsOf))].join('|') || '$^');
  }

  get isEmpty(): boolean {
    return this.whole.size === 0;
  }

  isSecret(text: string): boolean {
    return this.lengths.has(text.length) && this.whole.has(wholeKey(shapeOf(text)));
  }

  find(text: string, steps: SearchBudget, isCut = false): FoundSecret[] {
    const found: FoundSecret[] = [];
    // Most texts of an answer are too short. A view is never longer than its text.
    if (this.isEmpty || (!isCut && text.length < this.shortest)) return found;
    for (const { text: viewText, at } of viewsOf(text)) {
      spendFor(viewText, steps);
      const originalRange = (from: number, to: number) => ({
        from: at?.[from] ?? from,
        to: at?.[to] ?? to,
      });
      for (const [from, to] of this.rangesIn(viewText, steps, isCut)) {
        found.push(originalRange(from, to));
      }
      for (const run of encodedIn(viewText, this.encodedStart)) {
        spendFor(run.decoded, steps);
        const mayBeCut = isCut && run.to >= viewText.length - 1;
        if (this.rangesIn(run.decoded, steps, mayBeCut).length === 0) continue;
        found.push(originalRange(run.from, run.to));
      }
    }
    return found;
  }

  private add(shape: Shape): void {
    const key = JSON.stringify([shape.start, shape.rest]);
    if (this.known.has(key)) return;
    this.known.add(key);
    const same = this.byStart.get(shape.start);
    if (same === undefined) this.byStart.set(shape.start, [shape]);
    else same.push(shape);
    for (const start of startsOf(shape.start)) this.marks[markAt(start, 0)] = 1;
  }

  /** @param isCut whether the start of a secret at the end of the text is found too */
  private rangesIn(
    text: string,
    steps: SearchBudget,
    isCut: boolean,
  ): [from: number, to: number][] {
    const ranges: [number, number][] = [];
    const ends = isCut ? endsOfCut(text) : [];
    for (let from = 0; from + SHORTEST_BEGINNING <= text.length; from += 1) {
      if (this.marks[markAt(text, from)] !== 1) continue;
      const { plain: start } = shapeOf(text.slice(from, from + SHOWN));
      for (const { rest } of this.byStart.get(start) ?? []) {
        spendOn(rest, steps);
        const to = from + SHOWN + rest.length;
        const atEnd = ends.filter(
          (end) => to > end && from > end - LONGEST && from + SHORTEST_BEGINNING <= end,
        );
        if (to > text.length && atEnd.length === 0) continue;
        const { classes } = shapeOf(text.slice(from + SHOWN, to));
        if (classes === rest) ranges.push([from, to]);
        else if (atEnd.some((end) => rest.startsWith(classes.slice(0, end - from - SHOWN)))) {
          ranges.push([from, text.length]);
        }
      }
    }
    return ranges;
  }
}

/** Spends the steps that are needed to read a whole text. */
function spendFor(text: string, steps: SearchBudget): void {
  spendSteps(steps, 4 * text.length);
}

/** Returns all spellings of the first two characters of a secret. */
function startsOf(start: string): string[] {
  return writtenAs(start.charAt(0)).flatMap((first) =>
    writtenAs(start.charAt(1)).map((second) => first + second),
  );
}

/**
 * Returns patterns for the encoded forms of a secret's first two characters. A hexadecimal form has
 * four digits. A base64 form has the two base64 characters that depend only on the first two
 * characters of the secret. There is one base64 form for each of the three offsets in a group of
 * three bytes.
 */
function encodedStartsOf(start: string): string[] {
  const bytes = Buffer.from(start, 'latin1');
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(2)]).toString('base64');
    const from = Math.ceil((before * 4) / 3);
    const pair = text
      .slice(from, from + 2)
      .replaceAll('+', '-')
      .replaceAll('/', '_');
    return pair.replaceAll('-', '[-+]').replaceAll('_', '[_/]');
  });
  const digits = bytes.toString('hex').replace(/[a-f]/g, (d) => `[${d}${d.toUpperCase()}]`);
  return [...base64, digits];
}

/** Returns the spellings that `shapeOf` replaces by this character. */
function writtenAs(character: string): readonly string[] {
  return character === ' ' ? [' ', '+'] : [character, character.toUpperCase()];
}

function markAt(text: string, index: number): number {
  return ((text.charCodeAt(index) & 0xff) << 8) | (text.charCodeAt(index + 1) & 0xff);
}

function wholeKey({ plain, classes }: { plain: string; classes: string }): string {
  return plain.slice(0, SHOWN) + classes.slice(SHOWN);
}
