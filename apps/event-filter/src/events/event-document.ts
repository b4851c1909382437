import { elementsAt, isArray, isObject } from '../json/json-spans.js';
import { MemberFinder, type Span } from '../json/member-finder.js';
import type { EventPlace } from './event-place.js';

const BATCH = 'batch';
const BATCH_NODE = 0;
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/** The values at all places in one object. */
export interface FoundMembers {
  /** @param node number of a node in the tree of paths */
  spanOf(node: number): Span | undefined;
}

/** Returns the value at one place in an object. */
export type PlaceReader = (bytes: Buffer, members: FoundMembers) => Span | undefined;

/** A node in the tree of paths. Paths with a common prefix share the nodes of the prefix. */
interface Node {
  readonly number: number;
  readonly children: Map<string, Node>;
}

/**
 * Finds the values at all places in the same pass that checks the document. Only a path through an
 * array needs a second pass, over this array.
 */
export class EventDocument implements FoundMembers {
  private readonly root: Node = { number: -1, children: new Map() };
  private readonly finder: MemberFinder;
  /** For each node number, the finder of the member and the index of the member in the finder. */
  private readonly found: { readonly finder: MemberFinder; readonly index: number }[] = [];
  private count = 0;

  /** @param places all places for which `readerOf` will be called */
  constructor(places: readonly EventPlace[]) {
    this.nodesOf([BATCH]); // gets the number `BATCH_NODE`
    for (const place of places) if (place.kind === 'pointer') this.nodesOf(place.path);
    this.finder = this.finderOf(this.root);
  }

  /** @param path tokens of a JSON pointer (RFC 6901); the pointer must be one of the places */
  readerOf(path: readonly string[]): PlaceReader {
    const numbers = this.nodesOf(path).map(({ number }) => number);
    const last = numbers.at(-1) ?? -1;
    if (numbers.length === 1) return (_bytes, members) => members.spanOf(last);
    return (bytes, members) => members.spanOf(last) ?? throughArray(bytes, members, path, numbers);
  }

  /**
   * Finds the members of an object. `spanOf` returns them until the next call.
   * @param start first byte of the object
   * @returns the position after the object; -1 if no valid JSON object starts at `start`
   */
  find(bytes: Buffer, start: number): number {
    return this.finder.find(bytes, start);
  }

  spanOf(node: number): Span | undefined {
    const found = this.found[node];
    return found?.finder.spanOf(found.index);
  }

  /** Returns a copy of the found members, which stays valid after the next call of `find`. */
  copy(): FoundMembers {
    const spans = this.found.map((_, node) => this.spanOf(node));
    return { spanOf: (node) => spans[node] };
  }

  /** Returns the events of a batch, or undefined for a single event. */
  batchOf(bytes: Buffer): readonly Span[] | undefined {
    const batch = this.spanOf(BATCH_NODE);
    return batch !== undefined && isArray(bytes, batch) ? elementsAt(bytes, batch) : undefined;
  }

  private nodesOf(path: readonly string[]): Node[] {
    let { children } = this.root;
    return path.map((token) => {
      let node = children.get(token);
      if (node === undefined) {
        node = { number: this.count, children: new Map() };
        this.count += 1;
        children.set(token, node);
      }
      children = node.children;
      return node;
    });
  }

  private finderOf(node: Node): MemberFinder {
    const inner = [...node.children.values()].map((next) =>
      next.children.size === 0 ? undefined : this.finderOf(next),
    );
    const finder = new MemberFinder([...node.children.keys()], inner);
    for (const [index, { number }] of [...node.children.values()].entries()) {
      this.found[number] = { finder, index };
    }
    return finder;
  }
}

/** Returns the value at a path that goes through an array. */
function throughArray(
  bytes: Buffer,
  members: FoundMembers,
  path: readonly string[],
  numbers: readonly number[],
): Span | undefined {
  let depth = numbers.length - 1;
  while (depth > 0 && members.spanOf(numbers[depth - 1] ?? -1) === undefined) depth -= 1;
  let span = members.spanOf(numbers[depth - 1] ?? -1);
  if (span === undefined || !isArray(bytes, span)) return undefined;
  for (const token of path.slice(depth)) span = span && child(bytes, span, token);
  return span;
}

function child(bytes: Buffer, span: Span, token: string): Span | undefined {
  if (isArray(bytes, span)) {
    return ARRAY_INDEX.test(token) ? elementsAt(bytes, span)[Number(token)] : undefined;
  }
  if (!isObject(bytes, span)) return undefined;
  const finder = new MemberFinder([token]);
  finder.find(bytes, span.start);
  return finder.spanOf(0);
}
