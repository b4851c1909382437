import { elementsAt, isArray, isObject } from '../json/json-spans.js';
import { MemberFinder, type Span } from '../json/member-finder.js';
import type { EventPlace } from './event-place.js';

const BATCH = 'batch';
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/** What one object has at the places that may be asked for, by their numbers. */
export type FoundMembers = readonly (Span | undefined)[];

/** Reads one place of an event; the members are those of the object that it starts from. */
export type PlaceReader = (bytes: Buffer, members: FoundMembers) => Span | undefined;

/** The values at paths, as a tree: what two paths share is one node. */
interface Node {
  readonly number: number;
  readonly children: Map<string, Node>;
}

/**
 * Finds in events what places name, in the same pass that checks the document. Only what is behind an
 * array's index is looked for afterwards.
 */
export class EventDocument {
  private readonly root: Node = { number: -1, children: new Map() };
  private readonly finder: MemberFinder;
  /** Where the value of each node is found, by the nodes' numbers. */
  private readonly found: { readonly finder: MemberFinder; readonly index: number }[] = [];
  private count = 0;

  /** @param places that may be asked for */
  constructor(places: readonly EventPlace[]) {
    this.nodesOf([BATCH]); // has the number 0
    for (const place of places) if (place.kind === 'pointer') this.nodesOf(place.path);
    this.finder = this.finderOf(this.root);
  }

  /** @param path of one of the places: a pointer (RFC 6901) */
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
   * @param start of an object
   * @returns its members, and the position behind it; undefined when no JSON object is there
   */
  membersAt(bytes: Buffer, start: number): { members: FoundMembers; end: number } | undefined {
    const end = this.finder.find(bytes, start);
    if (end < 0) return undefined;
    return { members: this.found.map(({ finder, index }) => finder.spanOf(index)), end };
  }

  /** @returns the events of a batch; undefined when the document is a single event */
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
    const inner = [...node.children.values()].map((one) =>
      one.children.size === 0 ? undefined : this.finderOf(one),
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
