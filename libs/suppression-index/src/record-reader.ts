import type { RecordCursor } from '@lethe/messaging';
import {
  readSuppression,
  type SuppressionChange,
  type UnreadableReason,
} from './read-suppression.js';
import { StateScanner } from './state-scanner.js';
import type { AsciiKey } from './table/key-hash.js';
import { sourceSetText } from './table/source-sets.js';
import type { SuppressedState } from './table/suppression-table.js';

/** A change whose key stays in the fetched bytes. Valid as long as the cursor does not move. */
export interface AsciiChange extends AsciiKey {
  /** `undefined` if the user is not suppressed at any source. */
  readonly state: SuppressedState | undefined;
}

type BytesOfRecord = Pick<
  RecordCursor,
  'bytes' | 'keyStart' | 'keyEnd' | 'valueStart' | 'valueEnd'
>;

/** The two states with the same list of sources. */
interface StatesOfList {
  readonly all: SuppressedState;
  readonly some: SuppressedState;
}

const COLON = 0x3a;
const BLANK = 0x20;
const TILDE = 0x7e;

const WITHOUT_LIST: StatesOfList = {
  all: { allSources: true, sourceIds: [] },
  some: { allSources: false, sourceIds: [] },
};
/** Length of `[]`. */
const EMPTY_LIST_BYTES = 2;
/** Maximum number of cached lists. Few lists exist, see `SourceSets`. */
const MAX_LISTS = 1_000;
/** Longer lists are not cached, which limits the cache to a few megabytes. */
const MAX_LIST_BYTES = 512;

/**
 * Reads records of the suppressions topic, with the same results as `readSuppression`. It reads the
 * fetched bytes without strings and objects if the key and the value are in the usual form: ASCII,
 * and JSON as `StateScanner` accepts it. `readSuppression` decides about all other records.
 */
export class RecordReader {
  private readonly scanner = new StateScanner();
  /** States by the text of their list. */
  private readonly lists = new Map<string, StatesOfList>();

  /** @returns the reason if the record is unreadable; such a record must change no state */
  read(
    record: BytesOfRecord & Pick<RecordCursor, 'key' | 'value'>,
  ): AsciiChange | SuppressionChange | UnreadableReason {
    return this.readAscii(record) ?? readSuppression(record.key, record.value);
  }

  /** @returns undefined if the record is not in the usual form */
  private readAscii(record: BytesOfRecord): AsciiChange | undefined {
    const { bytes, keyStart: start, keyEnd: end, valueStart, valueEnd } = record;
    const colon = colonOf(bytes, start, end);
    if (colon < 0) return undefined;
    if (valueStart < 0) return { bytes, start, colon, end, state: undefined };
    const { scanner } = this;
    if (!scanner.scan(bytes, valueStart, valueEnd)) return undefined;
    const { workspaceStart, workspaceEnd, userStart, userEnd, listStart, listEnd } = scanner;
    if (!areEqual(bytes, start, colon, workspaceStart, workspaceEnd)) return undefined;
    if (!areEqual(bytes, colon + 1, end, userStart, userEnd)) return undefined;
    const { all, some } = this.statesOf(bytes, listStart, listEnd);
    const state = scanner.allSources === true ? all : some;
    return { bytes, start, colon, end, state };
  }

  /** @param start position of a list that the scanner accepted */
  private statesOf(bytes: Buffer, start: number, end: number): StatesOfList {
    if (end - start === EMPTY_LIST_BYTES) return WITHOUT_LIST;
    const text = bytes.toString('latin1', start, end);
    const known = this.lists.get(text);
    if (known !== undefined) return known;
    const sourceIds = JSON.parse(text) as readonly string[];
    const setText = sourceSetText(sourceIds);
    const states = {
      all: { allSources: true, sourceIds },
      some: { allSources: false, sourceIds, setText },
    };
    if (text.length > MAX_LIST_BYTES) return states;
    if (this.lists.size >= MAX_LISTS) this.lists.clear();
    this.lists.set(text, states);
    return states;
  }
}

/**
 * Returns the position of the colon after the workspace id; -1 if the key is not printable ASCII
 * with a normalised user id.
 */
function colonOf(bytes: Uint8Array, start: number, end: number): number {
  let colon = -1;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < BLANK || byte > TILDE) return -1;
    if (byte === COLON && colon < 0) colon = at;
  }
  const hasParts = colon > start && colon < end - 1;
  return hasParts && bytes[colon + 1] !== BLANK && bytes[end - 1] !== BLANK ? colon : -1;
}

/** Returns whether two ranges of bytes are equal. */
function areEqual(
  bytes: Uint8Array,
  start: number,
  end: number,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (end - start !== otherEnd - otherStart) return false;
  for (let at = start; at < end; at += 1) {
    if (bytes[at] !== bytes[otherStart + at - start]) return false;
  }
  return true;
}
