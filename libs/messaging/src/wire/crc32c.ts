/** Castagnoli polynomial of Kafka batches, with reversed bits. */
const POLYNOMIAL = 0x82f63b78;

/**
 * Tables for a byte with 0 to 7 bytes after it. With these tables, a step processes eight bytes.
 * This takes a fifth of the time of single bytes.
 */
const [T0, T1, T2, T3, T4, T5, T6, T7] = tables();

/** Returns the CRC-32C of the bytes as an unsigned 32-bit number. */
export function crc32c(bytes: Uint8Array): number {
  const at = (index: number) => bytes[index] ?? 0;
  let sum = -1;
  let index = 0;
  for (const end = bytes.length - 7; index < end; index += 8) {
    sum ^= at(index) | (at(index + 1) << 8) | (at(index + 2) << 16) | (at(index + 3) << 24);
    sum =
      lookUp(T7, sum) ^
      lookUp(T6, sum >>> 8) ^
      lookUp(T5, sum >>> 16) ^
      lookUp(T4, sum >>> 24) ^
      lookUp(T3, at(index + 4)) ^
      lookUp(T2, at(index + 5)) ^
      lookUp(T1, at(index + 6)) ^
      lookUp(T0, at(index + 7));
  }
  for (; index < bytes.length; index += 1) sum = lookUp(T0, sum ^ at(index)) ^ (sum >>> 8);
  return ~sum >>> 0;
}

function lookUp(table: Int32Array, byte: number): number {
  return table[byte & 0xff] ?? 0;
}

type Eight<T> = [T, T, T, T, T, T, T, T];

function tables(): Eight<Int32Array> {
  const all = Array.from({ length: 8 }, () => new Int32Array(256)) as Eight<Int32Array>;
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = byte;
    for (const table of all) {
      for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ ((sum & 1) * POLYNOMIAL);
      table[byte] = sum;
    }
  }
  return all;
}
