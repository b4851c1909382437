import { elementsAt, isArray, isObject } from '../json/json-spans.js';
import { MemberFinder, type Span } from '../json/member-finder.js';
import type { EventPlace } from './event-place.js';

const BATCH = 'batch';
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/** Spans of the values in one object. The index is the number of a node in the tree of paths. */
export type FoundMembers = readonly (Span | undefined)[];

/** Returns the value at one place, from the members that `membersAt` found in an object. */
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
export class EventDocument {
  private readonly root: Node = { number: -1, children: new Map() };
  private readonly finder: MemberFinder;
  /** For each node number, the finder of the member and the index of the member in the finder. */
  private readonly found: { readonly finder: MemberFinder; readonly index: number }[] = [];
  private count = 0;

  /** @param places all places for which `readerOf` will be called */
  constructor(places: readonly EventPlace[]) {
    this.nodesOf([BATCH]); // gets the number 0, which `batchOf` uses
    for (const place of places) if (place.kind === 'pointer') this.nodesOf(place.path);
    this.finder = this.finderOf(this.root);
  }

  /** @param path tokens of a JSON pointer (RFC 6901); the pointer must be one of the places */
  readerOf(path: readonly string[]): PlaceReader {
    const numbers = this.nodesOf(path).map(({ number }) => number);
    return (bytes, members) => {
      let depth = numbers.length;
      while (depth > 0 && members[numbers[depth - 1] ?? -1] === undefined) depth -= 1;
      let span = members[numbers[depth - 1] ?? -1];
      if (depth === numbers.length || span === undefined || !isArray(bytes, span)) {
        return depth === numbers.length ? span : undefined;
      }
      for (const token of path.slice(depth)) span = span && child(bytes, span, token);
      return span;
    };
  }

  /**
   * @param start first byte of an object
   * @returns the members and the position after the object; undefined if no valid JSON object
   * starts at `start`
   */
  membersAt(bytes: Buffer, start: number): { members: FoundMembers; end: number } | undefined {
    const end = this.finder.find(bytes, start);
    if (end < 0) return undefined;
    return { members: this.found.map(({ finder, index }) => finder.spanOf(index)), end };
  }

  /** Returns the events of a batch, or undefined for a single event. */
  batchOf(bytes: Buffer, members: FoundMembers): readonly Span[] | undefined {
    const [batch] = members;
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

function child(bytes: Buffer, span: Span, token: string): Span | undefined {
  if (isArray(bytes, span)) {
    return ARRAY_INDEX.test(token) ? elementsAt(bytes, span)[Number(token)] : undefined;
  }
  if (!isObject(bytes, span)) return undefined;
  const finder = new MemberFinder([token]);
  finder.find(bytes, span.start);
  return finder.spanOf(0);
}
