import { ValueIds } from '@lethe/contracts/bounds';
import { isObject } from '@lethe/contracts';

/** A stored list, and the same list with masked secrets. */
interface StoredList {
  readonly stored: readonly unknown[];
  readonly shown: readonly unknown[];
}

/**
 * Maximum number of indexes of one list. There is one index for each set of member names that
 * elements of the request have. Each index costs one pass over the stored list. Real lists need
 * only a few indexes. Beyond the maximum, an element is found only by its position.
 */
const MAX_NAME_SETS = 16;

/** Finds the elements of a stored list by the values that answers show. */
export class StoredElements {
  /** Set of member names → shown values → position of the first element with these values. */
  private readonly indexes = new Map<string, ReadonlyMap<string, number>>();

  private constructor(
    private readonly list: StoredList,
    private readonly ids: ValueIds,
  ) {}

  /**
   * @param ids shared by all lists of a configuration, because a list can contain lists
   * @returns `undefined` if no list is stored
   */
  static of(
    previous: { readonly stored: unknown; readonly shown: unknown } | undefined,
    ids: ValueIds,
  ): StoredElements | undefined {
    if (previous === undefined) return undefined;
    const { stored, shown } = previous;
    return Array.isArray(stored) && Array.isArray(shown)
      ? new StoredElements({ stored, shown }, ids)
      : undefined;
  }

  at(index: number): { readonly stored: unknown; readonly shown: unknown } | undefined {
    const { stored, shown } = this.list;
    return index < stored.length ? { stored: stored[index], shown: shown[index] } : undefined;
  }

  /**
   * @param element an object; it matches a stored element whose masked form has equal values for
   *   all members of `element`
   * @param index preferred position if several stored elements match
   * @returns the element with its secrets; `undefined` if no stored element matches
   */
  findMatch(element: unknown, index: number): { readonly restored: unknown } | undefined {
    if (!isObject(element)) return undefined;
    const names = Object.keys(element).sort();
    const key = this.keyOf(element, names);
    if (key === undefined) return undefined;
    const { stored, shown } = this.list;
    const isAtIndex = this.keyOf(shown[index], names) === key;
    const found = stored[isAtIndex ? index : (this.indexOf(names)?.get(key) ?? -1)];
    if (!isObject(found)) return undefined;
    return {
      restored: Object.fromEntries(Object.keys(element).map((name) => [name, found[name]])),
    };
  }

  private indexOf(names: readonly string[]): ReadonlyMap<string, number> | undefined {
    const set = JSON.stringify(names);
    const previous = this.indexes.get(set);
    if (previous !== undefined || this.indexes.size >= MAX_NAME_SETS) return previous;
    const index = new Map<string, number>();
    for (const [at, element] of this.list.shown.entries()) {
      const key = this.keyOf(element, names);
      if (key !== undefined && !index.has(key)) index.set(key, at);
    }
    this.indexes.set(set, index);
    return index;
  }

  /**
   * @returns a key that is equal for two elements if their members with these names are equal;
   *   `undefined` if a member is missing
   */
  private keyOf(element: unknown, names: readonly string[]): string | undefined {
    if (!isObject(element)) return undefined;
    let key = '';
    for (const name of names) {
      if (!Object.hasOwn(element, name)) return undefined;
      key += `${this.ids.of(element[name])} `;
    }
    return key;
  }
}
