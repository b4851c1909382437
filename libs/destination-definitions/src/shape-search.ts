import {
  SHORTEST,
  spend,
  SHORTEST_BEGINNING,
  type FoundSecret,
  type Search,
  type Steps,
} from './secret-search.js';
import { shapesOf, shapeOf, SHOWN, type Shape } from './secret-shape.js';
import { encodedIn, viewsOf } from './text-views.js';

/** No secret that people store is longer, where its beginning may have been cut. */
const LONGEST = 4_000;

/**
 * Finds what could be a secret: every text of its shape, the secret among them. So what is found in a
 * text does not tell whether a guess in it is right. Forms: as `SecretSearch`.
 */
export class ShapeSearch implements Search {
  private readonly byStart = new Map<string, Shape[]>();
  private readonly whole = new Set<string>();

  constructor(secrets: readonly string[]) {
    for (const secret of new Set(secrets)) {
      this.whole.add(wholeKey(shapeOf(secret)));
      if (secret.length < SHORTEST) continue;
      for (const shape of shapesOf(secret)) this.add(shape);
    }
  }

  get isEmpty(): boolean {
    return this.whole.size === 0;
  }

  isSecret(text: string): boolean {
    return this.whole.has(wholeKey(shapeOf(text)));
  }

  find(text: string, steps: Steps, isCut = false): FoundSecret[] {
    const found: FoundSecret[] = [];
    if (this.isEmpty) return found;
    for (const { text: said, at } of viewsOf(text)) {
      const place = (from: number, to: number) => ({
        from: at?.[from] ?? from,
        to: at?.[to] ?? to,
      });
      for (const [from, to] of this.placesIn(said, steps, isCut)) found.push(place(from, to));
      for (const run of encodedIn(said)) {
        spend(steps, run.decoded);
        const mayBeCut = isCut && run.to >= said.length - 1;
        if (this.placesIn(run.decoded, steps, mayBeCut).length === 0) continue;
        found.push(place(run.from, run.to));
      }
    }
    return found;
  }

  private add(shape: Shape): void {
    const same = this.byStart.get(shape.start) ?? [];
    if (!same.some(({ rest }) => rest === shape.rest)) same.push(shape);
    this.byStart.set(shape.start, same);
  }

  /** @param isCut what may be the beginning of one at the text's end counts */
  private placesIn(text: string, steps: Steps, isCut: boolean): [from: number, to: number][] {
    const { plain, classes } = shapeOf(text);
    const end = isCut ? plain.replace(/(%[0-9a-f]?|\\u?[0-9a-f]{0,3}|&#?\w{0,6})$/, '').length : 0;
    const places: [number, number][] = [];
    for (let from = 0; from + SHORTEST_BEGINNING <= plain.length; from += 1) {
      const shapes = this.byStart.get(plain.slice(from, from + SHOWN));
      if (shapes === undefined) continue;
      for (const { rest } of shapes) {
        spend(steps, rest);
        const to = from + SHOWN + rest.length;
        if (classes.startsWith(rest, from + SHOWN)) places.push([from, to]);
        else if (to > end && from > end - LONGEST && from + SHORTEST_BEGINNING <= end) {
          if (rest.startsWith(classes.slice(from + SHOWN, end))) places.push([from, plain.length]);
        }
      }
    }
    return places;
  }
}

function wholeKey({ plain, classes }: { plain: string; classes: string }): string {
  return plain.slice(0, SHOWN) + classes.slice(SHOWN);
}
