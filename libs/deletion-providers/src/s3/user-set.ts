import { decimalValue, JSON_NUMBER } from '@lethe/contracts/bounds';

/** The users of a deletion, as objects name them: by the ids as they were given, byte for byte. */
export class UserSet {
  private readonly ids: ReadonlySet<string>;
  /** The ids that are numbers, by their exact value. */
  private readonly byValue = new Map<string, string[]>();

  constructor(userIds: readonly string[]) {
    this.ids = new Set(userIds.filter((id) => id !== ''));
    for (const id of this.ids) {
      const value = JSON_NUMBER.test(id) ? decimalValue(id) : undefined;
      if (value === undefined) continue;
      const same = this.byValue.get(value);
      if (same === undefined) this.byValue.set(value, [id]);
      else same.push(id);
    }
  }

  has(userId: string): boolean {
    return this.ids.has(userId);
  }

  /** @returns the ids that are numbers of the same value as this one, in whatever spelling */
  withValueOf(number: string): readonly string[] {
    if (this.byValue.size === 0) return [];
    const value = decimalValue(number);
    return value === undefined ? [] : this.withValue(value);
  }

  /** @param value as `decimalValue` spells it */
  withValue(value: string): readonly string[] {
    return this.byValue.get(value) ?? [];
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.ids.values();
  }
}
