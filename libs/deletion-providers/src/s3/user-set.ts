import { decimalValue, JSON_NUMBER } from '@lethe/contracts/bounds';
import { grouped } from '../shared/grouped.js';

/** The users of a deletion, as objects name them: by the ids as they were given, byte for byte. */
export class UserSet {
  private readonly ids: ReadonlySet<string>;
  /** The ids that are numbers, by their exact value. */
  private readonly byValue: ReadonlyMap<string, readonly string[]>;

  constructor(userIds: readonly string[]) {
    this.ids = new Set(userIds.filter((id) => id !== ''));
    this.byValue = grouped(this.ids, (id) => (JSON_NUMBER.test(id) ? decimalValue(id) : undefined));
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
