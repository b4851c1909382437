/**
 * The message authentication code Chaskey-12 (Mouha et al., SAC 2014; ISO/IEC 29192-6). It is a
 * keyed 128-bit hash. It uses only 32-bit additions, rotations and XORs, and JavaScript engines
 * compile each of these operations to one instruction.
 *
 * Other hashes are not suitable. MurmurHash and xxHash are twice as fast, but attackers can
 * construct collisions for any seed. SipHash needs 64-bit words, which JavaScript does not have.
 * HalfSipHash has a 64-bit key and result, but a table of many millions of keys needs 96 bits or
 * more.
 */
export class Chaskey {
  /** First three words of the tag that was computed last, as signed integers. */
  tag0 = 0;
  tag1 = 0;
  tag2 = 0;
  private readonly key: Words;
  /** Subkey for a full last block. */
  private readonly fullSubkey: Words;
  /** Subkey for a padded last block. */
  private readonly paddedSubkey: Words;
  private readonly state: [number, number, number, number] = [0, 0, 0, 0];

  /** @param key 16 bytes */
  constructor(key: Uint8Array) {
    const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
    const word = (at: number) => view.getInt32(at, true);
    this.key = [word(0), word(4), word(8), word(12)];
    this.fullSubkey = doubled(this.key);
    this.paddedSubkey = doubled(this.fullSubkey);
  }

  /**
   * Returns the state after a beginning that several messages have in common, so that the beginning
   * is hashed only once.
   *
   * @param words as for `hash`
   * @param byteLength length of the beginning; a multiple of 16, but not 0
   */
  beginning(words: Int32Array, byteLength: number): ChaskeyBeginning {
    this.mix(words, (byteLength >>> 2) - 4, NO_SUBKEY, this.key);
    return [...this.state];
  }

  /**
   * Computes the tag of a message, and stores the tag in `tag0` to `tag2`.
   *
   * @param words the message without `beginning`, in little-endian words. The array needs space for
   * one more block, because the padding overwrites this space
   * @param byteLength length of the message without `beginning`. If it is 0 after a beginning, a
   * padding block is hashed. The standard has no such message, so the tag is unique
   * @param beginning state after the beginning of the message
   */
  hash(words: Int32Array, byteLength: number, beginning: ChaskeyBeginning = this.key): void {
    const isFull = byteLength > 0 && (byteLength & 15) === 0;
    const lastBlock = isFull ? (byteLength >>> 2) - 4 : (byteLength >>> 4) << 2;
    if (!isFull) pad(words, byteLength, lastBlock + 4);
    const subkey = isFull ? this.fullSubkey : this.paddedSubkey;
    this.mix(words, lastBlock, subkey, beginning);
    const { state } = this;
    this.tag0 = state[0] ^ subkey[0];
    this.tag1 = state[1] ^ subkey[1];
    this.tag2 = state[2] ^ subkey[2];
  }

  /** Processes all blocks, starting from the state `from`. Stores the result in `state`. */
  private mix(words: Int32Array, lastBlock: number, subkey: Words, from: Words): void {
    let v0 = from[0];
    let v1 = from[1];
    let v2 = from[2];
    let v3 = from[3];
    for (let block = 0; block <= lastBlock; block += 4) {
      v0 ^= words[block] ?? 0;
      v1 ^= words[block + 1] ?? 0;
      v2 ^= words[block + 2] ?? 0;
      v3 ^= words[block + 3] ?? 0;
      if (block === lastBlock) {
        v0 ^= subkey[0];
        v1 ^= subkey[1];
        v2 ^= subkey[2];
        v3 ^= subkey[3];
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        v0 = (v0 + v1) | 0;
        v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
        v0 = (v0 << 16) | (v0 >>> 16);
        v2 = (v2 + v3) | 0;
        v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
        v0 = (v0 + v3) | 0;
        v3 = ((v3 << 13) | (v3 >>> 19)) ^ v0;
        v2 = (v2 + v1) | 0;
        v1 = ((v1 << 7) | (v1 >>> 25)) ^ v2;
        v2 = (v2 << 16) | (v2 >>> 16);
      }
    }
    const { state } = this;
    state[0] = v0;
    state[1] = v1;
    state[2] = v2;
    state[3] = v3;
  }
}

type Words = readonly [number, number, number, number];

/** State after the beginning of a message. */
export type ChaskeyBeginning = Words;

const ROUNDS = 12;
const NO_SUBKEY: Words = [0, 0, 0, 0];

/** Writes the padding, which is a 1 after the last byte, then zeros to the end of the block. */
function pad(words: Int32Array, byteLength: number, end: number): void {
  const at = byteLength >>> 2;
  const bits = (byteLength & 3) << 3;
  const kept = (words[at] ?? 0) & ((1 << bits) - 1);
  words[at] = kept | (1 << bits);
  for (let word = at + 1; word < end; word += 1) words[word] = 0;
}

/** Multiplies by x in GF(2^128), modulo x^128 + x^7 + x^2 + x + 1. */
function doubled([w0, w1, w2, w3]: Words): Words {
  return [
    (w0 << 1) ^ (w3 < 0 ? 0x87 : 0),
    (w1 << 1) | (w0 >>> 31),
    (w2 << 1) | (w1 >>> 31),
    (w3 << 1) | (w2 >>> 31),
  ];
}
