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

/** An event with the headers of its record. */
export interface EventContext {
  readonly bytes: Buffer;
  readonly headers: PartitionHeaders;
  /** The members of the event. If the event is in a batch, the members of its record follow. */
  readonly members: readonly FoundMembers[];
}

type Read = (bytes: Buffer, span: Span) => readonly string[];
/** Returns the first text for which `accept` returns true, or undefined. */
type TextFinder = (event: EventContext, accept: Accept) => string | undefined;
type Accept = (text: string) => boolean;

/**
 * Returns a function that finds the first user id for which `accept` returns true. The function
 * tries all places in the event and in its record. It does not normalise the ids.
 */
export function usersIn(document: EventDocument, places: readonly EventPlace[]): TextFinder {
  return textsIn(document, places, identifiersAt);
}

/**
 * Returns a function that finds the id of the workspace or source of an event. The function uses
 * the first place with a text that is not empty.
 */
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

/** Tries the places in the given sequence. Ignores empty texts. */
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
  if (place.kind === 'fixed') return (_event, accept) => ifAccepted(place.text, accept);
  if (place.kind === 'header') {
    return ({ headers }, accept) => ifAccepted(headerText(headers, place.name), accept);
  }
  const readPlace = document.readerOf(place.path);
  return ({ bytes, members }, accept) => {
    for (const found of members) {
      const span = readPlace(bytes, found);
      if (span === undefined) continue;
      for (const text of read(bytes, span)) if (text !== '' && accept(text)) return text;
    }
    return undefined;
  };
}

function ifAccepted(text: string, accept: Accept): string | undefined {
  return text !== '' && accept(text) ? text : undefined;
}

/** Returns the last value of a repeated header, and an empty text for a missing header. */
function headerText(headers: PartitionHeaders, name: string): string {
  const found = headers[name];
  const value = Array.isArray(found) ? (found as readonly HeaderValue[]).at(-1) : found;
  return value?.toString() ?? '';
}

/**
 * Returns the identifiers in a value. A string has one identifier, its text. The
 * identifier of any other value is its JSON text without insignificant blanks: `{"a": 1}` becomes
 * `{"a":1}`. A number also has its plain decimal form as an identifier: `4.2e1` becomes `42`.
 * @returns no identifiers for `null`
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

/** Scans bytes, because a regular expression overflows the stack on a string of about 10 MiB. */
function withoutBlanks(bytes: Buffer, { start, end }: Span): string {
  const slices: Buffer[] = [];
  let from = start;
  for (let at = start; at < end;) {
    const next = skipBlanks(bytes, at);
    if (next > at) {
      slices.push(bytes.subarray(from, at));
      at = from = next;
    } else {
      at = bytes[at] === QUOTE ? skipString(bytes, at) : at + 1;
    }
  }
  slices.push(bytes.subarray(from, end));
  return Buffer.concat(slices).toString();
}
