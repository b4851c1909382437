import type { HeaderValue, PartitionHeaders } from '@lethe/messaging';
import { identifierAt, isString, stringAt } from '../json/json-values.js';
import type { Span } from '../json/member-finder.js';
import { follow, type FoundMembers } from './event-document.js';
import type { EventPlace } from './event-place.js';

/** An event's surroundings: what its record says, and what it says itself. */
export interface EventContext {
  readonly bytes: Buffer;
  readonly headers: PartitionHeaders;
  /** Of the event first; then, for one of a batch, of the record around it. */
  readonly members: readonly FoundMembers[];
}

/** @returns the user's id as it is to be compared, not normalised; undefined for nobody */
export function userOf(places: readonly EventPlace[], event: EventContext): string | undefined {
  return firstText(places, event, identifierAt);
}

/** @returns the id of a workspace or source; undefined when no place holds a text */
export function nameOf(places: readonly EventPlace[], event: EventContext): string | undefined {
  return firstText(places, event, (bytes, span) =>
    isString(bytes, span) ? stringAt(bytes, span) : undefined,
  );
}

/** The first place with a text wins; an empty one counts as none. */
function firstText(
  places: readonly EventPlace[],
  { bytes, headers, members }: EventContext,
  read: (bytes: Buffer, span: Span) => string | undefined,
): string | undefined {
  for (const place of places) {
    if (place.kind === 'fixed') return place.text;
    if (place.kind === 'header') {
      const text = headerText(headers, place.name);
      if (text !== '') return text;
      continue;
    }
    for (const ofObject of members) {
      const span = follow(bytes, ofObject, place.path);
      const text = span === undefined ? undefined : read(bytes, span);
      if (text !== undefined && text !== '') return text;
    }
  }
  return undefined;
}

/** Of a repeated header the last one counts. */
function headerText(headers: PartitionHeaders, name: string): string {
  const found = headers[name];
  const value = Array.isArray(found) ? (found as readonly HeaderValue[]).at(-1) : found;
  return value?.toString() ?? '';
}
