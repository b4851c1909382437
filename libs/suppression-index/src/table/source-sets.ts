interface SourceSet {
  /** The ids as JSON, sorted: what makes two sets the same. */
  readonly json: string;
  readonly ids: ReadonlySet<string>;
  /** Number of users with this set. */
  uses: number;
}

/** The lowest number of a set; those below have another meaning for the table. */
const FIRST_NUMBER = 2;

/**
 * The different sets of sources that users are suppressed at, each kept once under a number.
 *
 * There are few, as regulations of a workspace tend to name the same sources. A set that nobody has
 * any more goes, and its number is given to another one.
 */
export class SourceSets {
  private readonly numbers = new Map<string, number>();
  private readonly sets: (SourceSet | undefined)[] = [];
  private readonly freeNumbers: number[] = [];
  /** Numbers of sets that lost their last user while all sets were held (see `hold`). */
  private readonly unused = new Set<number>();
  private holds = 0;

  /** Number of sets. */
  get size(): number {
    return this.numbers.size;
  }

  /** One more than the highest number that is or was in use. */
  get end(): number {
    return this.sets.length + FIRST_NUMBER;
  }

  /**
   * Counts one user more for a set.
   *
   * @param sourceIds in any order
   * @returns the set's number: 2 or more
   */
  take(sourceIds: readonly string[]): number {
    const ids = new Set([...sourceIds].sort());
    const json = JSON.stringify([...ids]);
    const known = this.numbers.get(json);
    if (known !== undefined) {
      const set = this.sets[known - FIRST_NUMBER];
      if (set !== undefined) set.uses += 1;
      return known;
    }
    const number = this.freeNumbers.pop() ?? this.end;
    this.define(number, { json, ids, uses: 1 });
    return number;
  }

  /** Counts one user less for a set. */
  release(number: number): void {
    const set = this.sets[number - FIRST_NUMBER];
    if (set === undefined) return;
    set.uses -= 1;
    if (set.uses > 0) return;
    if (this.holds > 0) this.unused.add(number);
    else this.drop(number, set);
  }

  /** Whether a set holds a source. */
  has(number: number, sourceId: string): boolean {
    return this.sets[number - FIRST_NUMBER]?.ids.has(sourceId) === true;
  }

  /** @returns the ids of a set as JSON, `undefined` when the number is free */
  jsonOf(number: number): string | undefined {
    return this.sets[number - FIRST_NUMBER]?.json;
  }

  /**
   * Keeps all sets, also those that lose their last user, so that a number means the same set as
   * long as the table is being copied piece by piece.
   *
   * @returns a function that ends the holding; harmless when repeated
   */
  hold(): () => void {
    this.holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.holds -= 1;
      if (this.holds === 0) this.dropUnused();
    };
  }

  /**
   * Fills an empty collection with sets that were numbered elsewhere.
   *
   * @param sets number, ids as JSON and number of users of each; those without users are left out
   */
  restore(sets: Iterable<readonly [number: number, json: string, uses: number]>): void {
    for (const [number, json, uses] of sets) {
      if (uses === 0) continue;
      const ids = JSON.parse(json) as readonly string[];
      this.define(number, { json, ids: new Set(ids), uses });
    }
    for (let index = 0; index < this.sets.length; index += 1) {
      if (this.sets[index] === undefined) this.freeNumbers.push(index + FIRST_NUMBER);
    }
  }

  private define(number: number, set: SourceSet): void {
    this.sets[number - FIRST_NUMBER] = set;
    this.numbers.set(set.json, number);
  }

  private dropUnused(): void {
    for (const number of this.unused) {
      const set = this.sets[number - FIRST_NUMBER];
      if (set?.uses === 0) this.drop(number, set);
    }
    this.unused.clear();
  }

  private drop(number: number, set: SourceSet): void {
    this.numbers.delete(set.json);
    this.sets[number - FIRST_NUMBER] = undefined;
    this.freeNumbers.push(number);
  }
}
