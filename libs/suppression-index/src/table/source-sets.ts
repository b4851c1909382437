interface SourceSet {
  /** Sorted ids as JSON. This text identifies the set. */
  readonly json: string;
  readonly ids: ReadonlySet<string>;
  /** Number of users with this set. */
  uses: number;
}

/** Returns the text that identifies a set of sources: its ids without repeats, sorted, as JSON. */
export function sourceSetText(sourceIds: readonly string[]): string {
  return JSON.stringify([...new Set(sourceIds)].sort());
}

/** Lowest number of a set. Lower values have a different meaning in the table. */
const FIRST_NUMBER = 2;

/**
 * The distinct sets of sources at which users are suppressed. Each set is stored once, and has a
 * number.
 *
 * Few sets exist, because the regulations of a workspace usually have the same sources. An unused
 * set is dropped, and its number is reused.
 */
export class SourceSets {
  private readonly numbers = new Map<string, number>();
  private readonly sets: (SourceSet | undefined)[] = [];
  private readonly freeNumbers: number[] = [];
  /** Numbers of sets that became unused during a hold (see `hold`). */
  private readonly unused = new Set<number>();
  private holds = 0;

  get size(): number {
    return this.numbers.size;
  }

  /** The highest number that was ever used, plus one. */
  get end(): number {
    return this.sets.length + FIRST_NUMBER;
  }

  /**
   * Adds a user to a set.
   *
   * @param sourceIds ids in any sequence
   * @param json `sourceSetText` of the ids, if the caller knows it
   * @returns number of the set, which is 2 or more
   */
  take(sourceIds: readonly string[], json = sourceSetText(sourceIds)): number {
    const known = this.numbers.get(json);
    if (known !== undefined) {
      const set = this.sets[known - FIRST_NUMBER];
      if (set !== undefined) set.uses += 1;
      return known;
    }
    const number = this.freeNumbers.pop() ?? this.end;
    this.define(number, { json, ids: new Set(sourceIds), uses: 1 });
    return number;
  }

  /** Removes a user from a set. */
  release(number: number): void {
    const set = this.sets[number - FIRST_NUMBER];
    if (set === undefined) return;
    set.uses -= 1;
    if (set.uses > 0) return;
    if (this.holds > 0) this.unused.add(number);
    else this.drop(number, set);
  }

  has(number: number, sourceId: string): boolean {
    return this.sets[number - FIRST_NUMBER]?.ids.has(sourceId) === true;
  }

  /** Returns the ids of a set as JSON, or `undefined` if the number is free. */
  jsonOf(number: number): string | undefined {
    return this.sets[number - FIRST_NUMBER]?.json;
  }

  /**
   * Keeps all sets, even unused sets, so that numbers stay stable while the table is copied.
   *
   * @returns a function that ends the hold; it can be called repeatedly
   */
  hold(): () => void {
    this.holds += 1;
    let isActive = true;
    return () => {
      if (!isActive) return;
      isActive = false;
      this.holds -= 1;
      if (this.holds === 0) this.dropUnused();
    };
  }

  /**
   * Fills an empty collection with numbered sets.
   *
   * @param sets number, ids as JSON, and number of users; sets without users are omitted
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
