import { MAX_USER_ID_BYTES, normaliseUserId } from '@lethe/contracts';
import { plainDecimal, skipBlanks, skipString } from '@lethe/contracts/bounds';
import type { PartitionRecord } from '@lethe/messaging';
import { isString, stringAt } from '../json/json-spans.js';
import type { Span } from '../json/member-finder.js';
import type { EventDocument, FoundMembers } from './event-document.js';
import type { EventPlace } from './event-place.js';

const QUOTE = 0x22;
const LETTER_N = 0x6e;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** An event and its record. */
export interface EventContext {
  readonly bytes: Buffer;
  readonly record: Pick<PartitionRecord, 'lastHeader'>;
  readonly members: FoundMembers;
  /** If the event is in a batch, the members of its record. */
  readonly outerMembers: FoundMembers | undefined;
}

/** Adds the texts at one place, except empty texts. */
type ReadPlace = (event: EventContext, texts: string[]) => void;
/** Returns a text for comparisons. It is used for texts that all events of a record share. */
type Shorten = (text: string) => string;

/** Longer than every suppression key, so that no user with this id is suppressed. */
const TOO_LONG = '-'.repeat(MAX_USER_ID_BYTES + 1);
/** Adds the texts of a JSON value. */
type ReadValue = (bytes: Buffer, span: Span, texts: string[]) => void;

/**
 * Returns a function that returns the ids of the users of an event, from all places in the event
 * and in its record. Ids of the record are replaced by their suppression keys, or by `TOO_LONG`, so
 * that a long id is not compared again for each event of a batch.
 */
export function usersIn(
  document: EventDocument,
  places: readonly EventPlace[],
): (event: EventContext) => readonly string[] {
  const readers = places.map((place) => readerOf(document, place, addIdentifiers, shortKey));
  return (event) => {
    const users: string[] = [];
    for (const read of readers) read(event, users);
    return users;
  };
}

/**
 * Returns a function that returns the id of the workspace or source of an event. The function uses
 * the first place with a text that is not empty.
 */
export function nameIn(
  document: EventDocument,
  places: readonly EventPlace[],
): (event: EventContext) => string | undefined {
  const readers = places.map((place) => readerOf(document, place, addString, unchanged));
  return (event) => {
    const names: string[] = [];
    for (const read of readers) {
      read(event, names);
      if (names.length > 0) break;
    }
    return names[0];
  };
}

/** The texts of a record are read once for all of its events. */
function readerOf(
  document: EventDocument,
  place: EventPlace,
  readValue: ReadValue,
  shorten: Shorten,
): ReadPlace {
  if (place.kind === 'fixed') {
    return (_event, texts) => {
      add(texts, place.text);
    };
  }
  if (place.kind === 'header') {
    const textOf = oncePer(
      ({ record }) => record,
      ({ record }) => {
        return [shorten(record.lastHeader(place.name)?.toString() ?? '')];
      },
    );
    return (event, texts) => {
      for (const text of textOf(event)) add(texts, text);
    };
  }
  const readPlace = document.readerOf(place.path);
  const outerTextsOf = oncePer(
    ({ outerMembers }) => outerMembers,
    ({ bytes, outerMembers }) => {
      const outer: string[] = [];
      const span = outerMembers && readPlace(bytes, outerMembers);
      if (span !== undefined) readValue(bytes, span, outer);
      return outer.map(shorten);
    },
  );
  return (event, texts) => {
    const span = readPlace(event.bytes, event.members);
    if (span !== undefined) readValue(event.bytes, span, texts);
    if (event.outerMembers === undefined) return;
    for (const text of outerTextsOf(event)) add(texts, text);
  };
}

/** Returns `read` with a memory of its last result, which is valid as long as `of` is the same. */
function oncePer(
  of: (event: EventContext) => object | undefined,
  read: (event: EventContext) => readonly string[],
): (event: EventContext) => readonly string[] {
  let last: object | undefined;
  let texts: readonly string[] = [];
  return (event) => {
    const key = of(event);
    if (key !== last) {
      texts = read(event);
      last = key;
    }
    return texts;
  };
}

const unchanged: Shorten = (text) => text;

function shortKey(userId: string): string {
  if (userId.length <= MAX_USER_ID_BYTES) return userId;
  const key = normaliseUserId(userId);
  return key.length > MAX_USER_ID_BYTES ? TOO_LONG : key;
}

function add(texts: string[], text: string): void {
  if (text !== '') texts.push(text);
}

function addString(bytes: Buffer, span: Span, texts: string[]): void {
  if (isString(bytes, span)) add(texts, stringAt(bytes, span));
}

/**
 * Adds the identifiers in a value. A string has one identifier, its text. The
 * identifier of any other value is its JSON text without insignificant blanks: `{"a": 1}` becomes
 * `{"a":1}`. A number also has its plain decimal form as an identifier: `4.2e1` becomes `42`.
 * `null` has no identifier.
 */
export function addIdentifiers(bytes: Buffer, span: Span, identifiers: string[]): void {
  addString(bytes, span, identifiers);
  const first = bytes[span.start] ?? 0;
  if (first === QUOTE || first === LETTER_N) return;
  const text = withoutBlanks(bytes, span);
  identifiers.push(text);
  if (first !== MINUS && (first < ZERO || first > NINE)) return;
  const plain = plainDecimal(text);
  if (plain !== undefined && plain !== text) identifiers.push(plain);
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
