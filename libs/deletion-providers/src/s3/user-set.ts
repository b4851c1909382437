import { decimalValue, JSON_NUMBER } from '@lethe/contracts/bounds';
import { grouped } from '../shared/grouped.js';

/** The users of a deletion. Their userIds are ids as given, and are compared exactly. */
export class UserSet {
  private readonly ids: ReadonlySet<string>;
  /** Numeric userIds for each exact numeric value. */
  private readonly byValue: ReadonlyMap<string, readonly string[]>;

  constructor(userIds: readonly string[]) {
    this.ids = new Set(userIds.filter((id) => id !== ''));
    this.byValue = grouped(this.ids, (id) => (JSON_NUMBER.test(id) ? decimalValue(id) : undefined));
  }

  has(userId: string): boolean {
    return this.ids.has(userId);
  }

  /** @returns the userIds that have the same numeric value, in all spellings */
  withValueOf(number: string): readonly string[] {
    if (this.byValue.size === 0) return [];
    const value = decimalValue(number);
    return value === undefined ? [] : this.withValue(value);
  }

  /** @param value numeric value in the form that `decimalValue` returns */
  withValue(value: string): readonly string[] {
    return this.byValue.get(value) ?? [];
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.ids.values();
  }
}
