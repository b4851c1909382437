import { elementsAt, isArray, isObject } from '../json/json-values.js';
import { MemberFinder, type Span } from '../json/member-finder.js';
import type { EventPlace } from './event-place.js';

const BATCH = 'batch';
const ARRAY_INDEX = /^(?:0|[1-9]\d*)$/;

/** The members of one object that somebody may ask for, by name. */
export type FoundMembers = ReadonlyMap<string, Span>;

/**
 * Finds in events what places name. The first members of all pointers are found in the same pass
 * that checks the document.
 */
export class EventDocument {
  private readonly names: readonly string[];
  private readonly finder: MemberFinder;

  /** @param places that may be asked for */
  constructor(places: readonly EventPlace[]) {
    const pointed = places.flatMap((place) => (place.kind === 'pointer' ? place.path[0] : []));
    this.names = [...new Set([BATCH, ...pointed.filter((name) => name !== undefined)])];
    this.finder = new MemberFinder(this.names);
  }

  /**
   * @param start of an object
   * @returns its members, and the position behind it; undefined when no JSON object is there
   */
  membersAt(bytes: Buffer, start: number): { members: FoundMembers; end: number } | undefined {
    const end = this.finder.find(bytes, start);
    if (end < 0) return undefined;
    const members = new Map<string, Span>();
    for (let index = 0; index < this.names.length; index += 1) {
      const span = this.finder.spanOf(index);
      if (span !== undefined) members.set(this.names[index] ?? '', span);
    }
    return { members, end };
  }

  /** @returns the events of a batch; undefined when the document is a single event */
  batchOf(bytes: Buffer, members: FoundMembers): readonly Span[] | undefined {
    const batch = members.get(BATCH);
    return batch !== undefined && isArray(bytes, batch) ? elementsAt(bytes, batch) : undefined;
  }
}

/** Follows a pointer (RFC 6901) from the members of an object. */
export function follow(
  bytes: Buffer,
  members: FoundMembers,
  path: readonly string[],
): Span | undefined {
  const [first, ...rest] = path;
  let span = first === undefined ? undefined : members.get(first);
  for (const token of rest) {
    if (span === undefined) return undefined;
    span = child(bytes, span, token);
  }
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
