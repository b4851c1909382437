import { Chaskey, type ChaskeyBeginning } from './chaskey.js';

export const SEED_BYTES = 16;

/** Size of the reused buffer, in words. It is enough for all ids that the contracts allow. */
const BUFFER_WORDS = 512;

/** Maximum number of workspaces with a cached hash state. */
const MAX_BEGINNINGS = 1_000;

/** No encoded code unit contains this byte, so it cannot be part of an id. */
const SEPARATOR = 0xff;

/** The key `<workspaceId>:<userId>` in some bytes, which are all ASCII. */
export interface AsciiKey {
  readonly bytes: Buffer;
  readonly start: number;
  /** Position of the colon after the workspace id. */
  readonly colon: number;
  /** Position after the user id. */
  readonly end: number;
}

/**
 * Computes the hash of a key. A key consists of a workspace and a user.
 *
 * The hashed message consists of the workspace id, separators, and the user id. There is at least
 * one separator, and the separators end at the end of a 16-byte block. Each UTF-16 code unit is
 * encoded separately, as in UTF-8. So different keys give different messages, even with lone
 * surrogates. A TextEncoder would make lone surrogates equal.
 */
export class KeyHash {
  private readonly chaskey: Chaskey;
  private readonly buffer = new Int32Array(BUFFER_WORDS);
  /** For each workspace, the hash state after its id. These states save half of the work. */
  private readonly beginnings = new Map<string, ChaskeyBeginning>();
  /** The last workspace of `ofAscii`. Consecutive records usually have the same workspace. */
  private lastWorkspace: Uint8Array = new Uint8Array();
  private lastBeginning: ChaskeyBeginning | undefined;

  /** @param seed 16 secret bytes; an attacker who knows them can construct colliding ids */
  constructor(seed: Uint8Array) {
    this.chaskey = new Chaskey(seed);
  }

  /** First word of the hash that was computed last. All three words are signed. */
  get first(): number {
    return this.chaskey.tag0;
  }

  get second(): number {
    return this.chaskey.tag1;
  }

  get third(): number {
    return this.chaskey.tag2;
  }

  /** Stores the hash of a key in `first`, `second` and `third` until the next call. */
  of(workspaceId: string, userId: string): void {
    const beginning = this.beginnings.get(workspaceId) ?? this.begin(workspaceId);
    const words = this.bufferFor(userId.length);
    this.chaskey.hash(words, encode(userId, words), beginning);
  }

  /** Stores the hash of a key like `of`, without strings. */
  ofAscii({ bytes, start, colon, end }: AsciiKey): void {
    const beginning = this.beginningOf(bytes, start, colon);
    const words = this.bufferFor(end - colon);
    this.chaskey.hash(words, copyAscii(bytes, colon + 1, end, words), beginning);
  }

  private beginningOf(bytes: Buffer, start: number, end: number): ChaskeyBeginning {
    if (this.lastBeginning !== undefined && isAt(bytes, start, end, this.lastWorkspace)) {
      return this.lastBeginning;
    }
    const workspaceId = bytes.toString('latin1', start, end);
    const beginning = this.beginnings.get(workspaceId) ?? this.begin(workspaceId);
    this.lastWorkspace = Uint8Array.from(bytes.subarray(start, end));
    this.lastBeginning = beginning;
    return beginning;
  }

  private begin(workspaceId: string): ChaskeyBeginning {
    const words = this.bufferFor(workspaceId.length);
    let byte = encode(workspaceId, words);
    do byte = put(SEPARATOR, words, byte);
    while ((byte & 15) !== 0);
    const beginning = this.chaskey.beginning(words, byte);
    if (this.beginnings.size >= MAX_BEGINNINGS) this.beginnings.clear();
    this.beginnings.set(workspaceId, beginning);
    return beginning;
  }

  /** Returns enough words for a text of this length and two more blocks. */
  private bufferFor(length: number): Int32Array {
    const needed = ((length * 3) >>> 2) + 8;
    return needed <= BUFFER_WORDS ? this.buffer : new Int32Array(needed);
  }
}

/** Encodes a text into `words`. Returns the number of bytes. */
function encode(text: string, words: Int32Array): number {
  const { length } = text;
  let at = 0;
  let index = 0;
  // Encodes four code units at once while they are ASCII, because most ids are ASCII.
  for (; index + 4 <= length; index += 4) {
    const u0 = text.charCodeAt(index);
    const u1 = text.charCodeAt(index + 1);
    const u2 = text.charCodeAt(index + 2);
    const u3 = text.charCodeAt(index + 3);
    if ((u0 | u1 | u2 | u3) >= 0x80) break;
    words[at] = u0 | (u1 << 8) | (u2 << 16) | (u3 << 24);
    at += 1;
  }
  let byte = at << 2;
  for (; index < length; index += 1) byte = encodeUnit(text.charCodeAt(index), words, byte);
  return byte;
}

/** Copies ASCII bytes into `words`. Returns the number of bytes. */
function copyAscii(bytes: Uint8Array, start: number, end: number, words: Int32Array): number {
  let at = start;
  let word = 0;
  for (; at + 4 <= end; at += 4) {
    const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    words[word] = low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    word += 1;
  }
  let byte = word << 2;
  for (; at < end; at += 1) byte = put(bytes[at] ?? 0, words, byte);
  return byte;
}

function isAt(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text[at]) return false;
  return true;
}

function encodeUnit(unit: number, words: Int32Array, byte: number): number {
  if (unit < 0x80) return put(unit, words, byte);
  if (unit < 0x800) {
    return put(0x80 | (unit & 0x3f), words, put(0xc0 | (unit >>> 6), words, byte));
  }
  const lead = put(0xe0 | (unit >>> 12), words, byte);
  return put(0x80 | (unit & 0x3f), words, put(0x80 | ((unit >>> 6) & 0x3f), words, lead));
}

/** Writes one byte. The first byte of a word clears the word. Returns the next position. */
function put(value: number, words: Int32Array, byte: number): number {
  const at = byte >>> 2;
  const bits = (byte & 3) << 3;
  words[at] = bits === 0 ? value : (words[at] ?? 0) | (value << bits);
  return byte + 1;
}
