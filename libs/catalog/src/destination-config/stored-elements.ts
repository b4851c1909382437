import { ValueIds } from '@lethe/contracts/bounds';
import { isObject } from '@lethe/contracts';

/** A list as it is stored, and as answers show it. */
interface StoredList {
  readonly stored: readonly unknown[];
  readonly shown: readonly unknown[];
}

/**
 * Sets of names of members that the elements of one given list may have. Real lists have a few, and each takes one walk over the
 * stored list; elements with further ones are found by their position alone.
 */
const MOST_SETS_OF_NAMES = 16;

/** The elements of a stored list, found by how answers show them. */
export class StoredElements {
  /** By the names of members: the position of the first element that is shown so. */
  private readonly indexes = new Map<string, ReadonlyMap<string, number>>();

  private constructor(
    private readonly list: StoredList,
    private readonly ids: ValueIds,
  ) {}

  /**
   * @param ids shared by all lists of a configuration, as lists hold lists
   * @returns `undefined` where no list is stored
   */
  static of(
    before: { readonly stored: unknown; readonly shown: unknown } | undefined,
    ids: ValueIds,
  ): StoredElements | undefined {
    if (before === undefined) return undefined;
    const { stored, shown } = before;
    return Array.isArray(stored) && Array.isArray(shown)
      ? new StoredElements({ stored, shown }, ids)
      : undefined;
  }

  /** What is stored at a position. */
  at(index: number): { readonly stored: unknown; readonly shown: unknown } | undefined {
    const { stored, shown } = this.list;
    return index < stored.length ? { stored: stored[index], shown: shown[index] } : undefined;
  }

  /**
   * @param element an object of which each member is shown like that of a stored one; that may have others, too
   * @param index is preferred where several are shown alike
   * @returns the element with its secrets; `undefined` where none is shown so
   */
  like(element: unknown, index: number): { readonly restored: unknown } | undefined {
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
    const before = this.indexes.get(set);
    if (before !== undefined || this.indexes.size >= MOST_SETS_OF_NAMES) return before;
    const index = new Map<string, number>();
    for (const [at, element] of this.list.shown.entries()) {
      const key = this.keyOf(element, names);
      if (key !== undefined && !index.has(key)) index.set(key, at);
    }
    this.indexes.set(set, index);
    return index;
  }

  /** @returns the same for elements with equal members of these names; `undefined` where one is missing */
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
