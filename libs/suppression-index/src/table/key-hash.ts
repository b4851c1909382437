import { Chaskey } from './chaskey.js';

/** Bytes of a seed. */
export const SEED_BYTES = 16;

/** Words that are kept at hand: the ids that the contracts allow fit. */
const WORDS_AT_HAND = 512;

/** No code unit's encoding has this byte, so it can't be confused with a part of an id. */
const SEPARATOR = 0xff;

/**
 * The hash of a key of the table: a workspace and one of its users.
 *
 * What is hashed is the workspace's id, one to four separators (so that the user's id begins at a
 * word), the user's id; each UTF-16 code unit by itself as UTF-8 does it. So different pairs are
 * different messages, also with lone surrogates, which a TextEncoder would make equal.
 */
export class KeyHash {
  private readonly chaskey: Chaskey;
  private readonly atHand = new Int32Array(WORDS_AT_HAND);

  /** @param seed 16 bytes that nobody who chooses ids knows */
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
    const most = wordsFor(workspaceId) + wordsFor(userId) + 4;
    const words = most <= WORDS_AT_HAND ? this.atHand : new Int32Array(most);
    const workspaceBytes = encode(workspaceId, words, 0);
    const start = (workspaceBytes >>> 2) + 1;
    words[start - 1] = closed(words[start - 1] ?? 0, workspaceBytes & 3);
    this.chaskey.hash(words, encode(userId, words, start));
  }
}

/** @returns the most words that a text may take, with one that is begun */
function wordsFor(text: string): number {
  return ((text.length * 3) >>> 2) + 1;
}

/** @returns a word whose bytes from `used` on are separators */
function closed(word: number, used: number): number {
  const rest = -1 << (used << 3);
  return used === 0 ? SEPARATOR * 0x01010101 : (word & ~rest) | rest;
}

/** @returns the number of bytes from the beginning of `words` to the end of the text */
function encode(text: string, words: Int32Array, start: number): number {
  const { length } = text;
  let at = start;
  let index = 0;
  // Four at once while all are ASCII, which most ids are to their end.
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
  words[at] = 0;
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

/** Writes one byte, and clears the word that it begins. */
function put(value: number, words: Int32Array, byte: number): number {
  const at = byte >>> 2;
  const bits = (byte & 3) << 3;
  words[at] = bits === 0 ? value : (words[at] ?? 0) | (value << bits);
  return byte + 1;
}
