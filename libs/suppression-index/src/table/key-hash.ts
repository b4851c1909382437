import { Chaskey, type ChaskeyBeginning } from './chaskey.js';

/** Bytes of a seed. */
export const SEED_BYTES = 16;

/** Words of the buffer that is reused: all ids that the contracts allow fit. */
const WORDS_AT_HAND = 512;

/** Most workspaces whose hash states are cached. */
const MOST_BEGINNINGS = 1_000;

/** No code unit's encoding has this byte, so it can't be confused with a part of an id. */
const SEPARATOR = 0xff;

/**
 * The hash of a key of the table: a workspace and one of its users.
 *
 * What is hashed is the workspace's id, separators up to the end of a block of 16 bytes, at least
 * one, and the user's id; each UTF-16 code unit by itself as UTF-8 does it. So different pairs are
 * different messages, also with lone surrogates, which a TextEncoder would make equal.
 */
export class KeyHash {
  private readonly chaskey: Chaskey;
  private readonly atHand = new Int32Array(WORDS_AT_HAND);
  /** By workspace: the hash state after its id, which is half of the work of a hash. */
  private readonly beginnings = new Map<string, ChaskeyBeginning>();

  /** @param seed 16 bytes, secret: with them, ids with the same hash could be made up */
  constructor(seed: Uint8Array) {
    this.chaskey = new Chaskey(seed);
  }

  /** The first word of the last hash; signed, as the other two. */
  get first(): number {
    return this.chaskey.tag0;
  }

  get second(): number {
    return this.chaskey.tag1;
  }

  get third(): number {
    return this.chaskey.tag2;
  }

  /** Hashes a key; `first`, `second` and `third` hold the result until the next call. */
  of(workspaceId: string, userId: string): void {
    const beginning = this.beginnings.get(workspaceId) ?? this.begin(workspaceId);
    const words = this.roomFor(userId);
    this.chaskey.hash(words, encode(userId, words), beginning);
  }

  private begin(workspaceId: string): ChaskeyBeginning {
    const words = this.roomFor(workspaceId);
    let byte = encode(workspaceId, words);
    do byte = put(SEPARATOR, words, byte);
    while ((byte & 15) !== 0);
    const beginning = this.chaskey.beginning(words, byte);
    if (this.beginnings.size >= MOST_BEGINNINGS) this.beginnings.clear();
    this.beginnings.set(workspaceId, beginning);
    return beginning;
  }

  /** @returns words enough for the text and two blocks more */
  private roomFor(text: string): Int32Array {
    const most = ((text.length * 3) >>> 2) + 8;
    return most <= WORDS_AT_HAND ? this.atHand : new Int32Array(most);
  }
}

/** @returns the number of bytes */
function encode(text: string, words: Int32Array): number {
  const { length } = text;
  let at = 0;
  let index = 0;
  // Four code units at once while all are ASCII: most ids are ASCII to their end.
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

function encodeUnit(unit: number, words: Int32Array, byte: number): number {
  if (unit < 0x80) return put(unit, words, byte);
  if (unit < 0x800) {
    return put(0x80 | (unit & 0x3f), words, put(0xc0 | (unit >>> 6), words, byte));
  }
  const lead = put(0xe0 | (unit >>> 12), words, byte);
  return put(0x80 | (unit & 0x3f), words, put(0x80 | ((unit >>> 6) & 0x3f), words, lead));
}

/** Writes one byte; the first byte of a word clears the rest of the word. */
function put(value: number, words: Int32Array, byte: number): number {
  const at = byte >>> 2;
  const bits = (byte & 3) << 3;
  words[at] = bits === 0 ? value : (words[at] ?? 0) | (value << bits);
  return byte + 1;
}
