import { plainDecimal, skipBlanks, skipString } from '@lethe/contracts/bounds';
import type { HeaderValue, PartitionHeaders } from '@lethe/messaging';
import { isString, stringAt } from '../json/json-spans.js';
import type { Span } from '../json/member-finder.js';
import type { EventDocument, FoundMembers } from './event-document.js';
import type { EventPlace } from './event-place.js';

const QUOTE = 0x22;
const LETTER_N = 0x6e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** An event's surroundings: what its record says, and what it says itself. */
export interface EventContext {
  readonly bytes: Buffer;
  readonly headers: PartitionHeaders;
  /** Of the event first; then, for one of a batch, of the record around it. */
  readonly members: readonly FoundMembers[];
}

type Read = (bytes: Buffer, span: Span) => readonly string[];
/** @returns the first text that `accept` takes; undefined for none */
type TextFinder = (event: EventContext, accept: Accept) => string | undefined;
type Accept = (text: string) => boolean;

/**
 * The ids of an event's users, as they are to be compared, not normalised: those of all places, of the event and of the record around it.
 *
 * @returns finds the first id that is accepted
 */
export function usersIn(document: EventDocument, places: readonly EventPlace[]): TextFinder {
  return textsIn(document, places, identifiersAt);
}

/** @returns finds the id of a workspace or source: of the first place that holds a text */
export function nameIn(
  document: EventDocument,
  places: readonly EventPlace[],
): (event: EventContext) => string | undefined {
  const find = textsIn(document, places, (bytes, span) =>
    isString(bytes, span) ? [stringAt(bytes, span)] : [],
  );
  return (event) => find(event, isAny);
}

const isAny: Accept = () => true;

/** In the order of the places; an empty text counts as none. */
function textsIn(document: EventDocument, places: readonly EventPlace[], read: Read): TextFinder {
  const finders = places.map((place) => textIn(document, place, read));
  return (event, accept) => {
    for (const find of finders) {
      const text = find(event, accept);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

function textIn(document: EventDocument, place: EventPlace, read: Read): TextFinder {
  if (place.kind === 'fixed') return (_event, accept) => only(place.text, accept);
  if (place.kind === 'header') {
    return ({ headers }, accept) => only(headerText(headers, place.name), accept);
  }
  const readPlace = document.readerOf(place.path);
  return ({ bytes, members }, accept) => {
    for (const ofObject of members) {
      const span = readPlace(bytes, ofObject);
      if (span === undefined) continue;
      for (const text of read(bytes, span)) if (text !== '' && accept(text)) return text;
    }
    return undefined;
  };
}

function only(text: string, accept: Accept): string | undefined {
  return text !== '' && accept(text) ? text : undefined;
}

/** Of a repeated header the last one counts. */
function headerText(headers: PartitionHeaders, name: string): string {
  const found = headers[name];
  const value = Array.isArray(found) ? (found as readonly HeaderValue[]).at(-1) : found;
  return value?.toString() ?? '';
}

/**
 * A value as identifiers: a string's text; the JSON text of anything else as it is written,
 * without the blanks that mean nothing (`{"a": 1}` is `{"a":1}`). A number is its plain decimal form, too: `4.2e1` is `42`.
 * @returns none for `null`
 */
export function identifiersAt(bytes: Buffer, span: Span): readonly string[] {
  if (isString(bytes, span)) return [stringAt(bytes, span)];
  const first = bytes[span.start] ?? 0;
  if (first === LETTER_N) return [];
  const text = withoutBlanks(bytes, span);
  if (first !== MINUS && (first < ZERO || first > NINE)) return [text];
  const plain = plainDecimal(text);
  return plain === undefined || plain === text ? [text] : [text, plain];
}

/** Walks over the bytes: a regular expression runs out of its stack over a string of some ten MiB. */
function withoutBlanks(bytes: Buffer, { start, end }: Span): string {
  const parts: Buffer[] = [];
  let from = start;
  for (let at = start; at < end;) {
    const next = skipBlanks(bytes, at);
    if (next > at) {
      parts.push(bytes.subarray(from, at));
      at = from = next;
    } else {
      at = bytes[at] === QUOTE ? skipString(bytes, at) : at + 1;
    }
  }
  parts.push(bytes.subarray(from, end));
  return Buffer.concat(parts).toString();
}
