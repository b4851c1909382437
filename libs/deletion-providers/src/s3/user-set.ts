import { createIdentifierScrubber } from '@lethe/contracts';
import { decimalValue } from './lines/decimal.js';

/** As JSON writes numbers: the id `007` is none, and so never another spelling of 7. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Of the parts of a key, kept by `split`. */
const SEPARATORS = /([/=&,;\s])/;

/** The users of a deletion, as objects name them: by the ids as they were given, byte for byte. */
export class UserSet {
  private readonly ids: ReadonlySet<string>;
  /** The ids that are numbers, by their exact value. */
  private readonly byValue = new Map<string, string[]>();
  private scrubText: ((text: string) => string) | undefined;

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

  /**
   * Masks what stands between separators where it holds an id: keys of objects may hold them. All of it goes, as
   * the rest of `jane.smith@acme.example` without `jane` would not be known as an address any more.
   */
  scrub(text: string): string {
    this.scrubText ??= createIdentifierScrubber([...this.ids].map((userId) => ({ userId })));
    return this.scrubText(text)
      .split(SEPARATORS)
      .map((part) => (part.includes('***') ? '***' : part))
      .join('');
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.ids.values();
  }
}
