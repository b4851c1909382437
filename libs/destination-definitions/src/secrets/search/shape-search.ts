import { encodedIn, viewsOf, withoutCutEscape } from '@lethe/contracts';
import { SHORTEST, SHORTEST_BEGINNING, type FoundSecret, type Search } from './search.js';
import { shapesOf, shapeOf, SHOWN, type Shape } from './secret-shape.js';
import { spendOn, spendSteps, type SearchBudget } from './search-budget.js';

/** No secret that people store is longer, where its beginning may have been cut. */
const LONGEST = 4_000;

/**
 * Finds what could be a secret: every text of its shape, the secret among them. So what is found in a
 * text does not tell whether a guess in it is right. Forms: as `SecretSearch`.
 */
export class ShapeSearch implements Search {
  private readonly known = new Set<string>();
  private readonly byStart = new Map<string, Shape[]>();
  private readonly whole = new Set<string>();
  /** What base64 or hexadecimal digits of one have in them. */
  private readonly encodedStart: RegExp;
  /** Which two characters may be the first ones. */
  private readonly marks = new Uint8Array(65_536);

  constructor(secrets: readonly string[]) {
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
    return this.whole.has(wholeKey(shapeOf(text)));
  }

  find(text: string, steps: SearchBudget, isCut = false): FoundSecret[] {
    const found: FoundSecret[] = [];
    if (this.isEmpty) return found;
    for (const { text: said, at } of viewsOf(text)) {
      spendFor(said, steps);
      const place = (from: number, to: number) => ({
        from: at?.[from] ?? from,
        to: at?.[to] ?? to,
      });
      for (const [from, to] of this.placesIn(said, steps, isCut)) found.push(place(from, to));
      for (const run of encodedIn(said, this.encodedStart)) {
        spendFor(run.decoded, steps);
        const mayBeCut = isCut && run.to >= said.length - 1;
        if (this.placesIn(run.decoded, steps, mayBeCut).length === 0) continue;
        found.push(place(run.from, run.to));
      }
    }
    return found;
  }

  private add(shape: Shape): void {
    const whole = JSON.stringify([shape.start, shape.rest]);
    if (this.known.has(whole)) return;
    this.known.add(whole);
    const same = this.byStart.get(shape.start);
    if (same === undefined) this.byStart.set(shape.start, [shape]);
    else same.push(shape);
    for (const start of startsOf(shape.start)) this.marks[markAt(start, 0)] = 1;
  }

  /** @param isCut what may be the beginning of one at the text's end counts */
  private placesIn(
    text: string,
    steps: SearchBudget,
    isCut: boolean,
  ): [from: number, to: number][] {
    const places: [number, number][] = [];
    const end = isCut ? withoutCutEscape(text).length : 0;
    for (let from = 0; from + SHORTEST_BEGINNING <= text.length; from += 1) {
      if (this.marks[markAt(text, from)] !== 1) continue;
      const { plain: start } = shapeOf(text.slice(from, from + SHOWN));
      for (const { rest } of this.byStart.get(start) ?? []) {
        spendOn(rest, steps);
        const to = from + SHOWN + rest.length;
        const isEnd = to > end && from > end - LONGEST && from + SHORTEST_BEGINNING <= end;
        if (to > text.length && !isEnd) continue;
        const { classes } = shapeOf(text.slice(from + SHOWN, to));
        if (classes === rest) places.push([from, to]);
        else if (isEnd && rest.startsWith(classes.slice(0, end - from - SHOWN))) {
          places.push([from, text.length]);
        }
      }
    }
    return places;
  }
}

/** Pays for reading a text from its beginning to its end. */
function spendFor(text: string, steps: SearchBudget): void {
  spendSteps(steps, 4 * text.length);
}

/** The two first characters in all the ways that texts may have them. */
function startsOf(start: string): string[] {
  return writtenAs(start.charAt(0)).flatMap((first) =>
    writtenAs(start.charAt(1)).map((second) => first + second),
  );
}

/**
 * What encoded text holds where a secret begins with two certain characters: their hexadecimal digits, and
 * the two characters of base64 that depend on them alone, at each place in a group of three bytes.
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

/** A character of a shape as texts may have it. */
function writtenAs(character: string): readonly string[] {
  return character === ' ' ? [' ', '+'] : [character, character.toUpperCase()];
}

function markAt(text: string, index: number): number {
  return ((text.charCodeAt(index) & 0xff) << 8) | (text.charCodeAt(index + 1) & 0xff);
}

function wholeKey({ plain, classes }: { plain: string; classes: string }): string {
  return plain.slice(0, SHOWN) + classes.slice(SHOWN);
}
