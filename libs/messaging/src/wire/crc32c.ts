/** Castagnoli polynomial of Kafka batches, with reversed bits. */
const POLYNOMIAL = 0x82f63b78;
const STEP = 16;

/**
 * Tables for a byte with 0 to 15 bytes after it. With these tables, a step processes 16 bytes. This
 * takes an eighth of the time of single bytes.
 */
const [T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15] = tables();

/** Returns the CRC-32C of the bytes as an unsigned 32-bit number. */
export function crc32c(bytes: Uint8Array): number {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sum = -1;
  let index = 0;
  for (const end = bytes.length - STEP; index <= end; index += STEP) {
    const first = sum ^ words.getInt32(index, true);
    const second = words.getInt32(index + 4, true);
    const third = words.getInt32(index + 8, true);
    const fourth = words.getInt32(index + 12, true);
    sum =
      lookUp(T15, first) ^
      lookUp(T14, first >>> 8) ^
      lookUp(T13, first >>> 16) ^
      lookUp(T12, first >>> 24) ^
      lookUp(T11, second) ^
      lookUp(T10, second >>> 8) ^
      lookUp(T9, second >>> 16) ^
      lookUp(T8, second >>> 24) ^
      lookUp(T7, third) ^
      lookUp(T6, third >>> 8) ^
      lookUp(T5, third >>> 16) ^
      lookUp(T4, third >>> 24) ^
      lookUp(T3, fourth) ^
      lookUp(T2, fourth >>> 8) ^
      lookUp(T1, fourth >>> 16) ^
      lookUp(T0, fourth >>> 24);
  }
  for (; index < bytes.length; index += 1) {
    sum = lookUp(T0, sum ^ (bytes[index] ?? 0)) ^ (sum >>> 8);
  }
  return ~sum >>> 0;
}

function lookUp(table: Int32Array, byte: number): number {
  return table[byte & 0xff] ?? 0;
}

type Four<T> = [T, T, T, T];
type Sixteen<T> = [...Four<T>, ...Four<T>, ...Four<T>, ...Four<T>];

function tables(): Sixteen<Int32Array> {
  const all = Array.from({ length: STEP }, () => new Int32Array(256)) as Sixteen<Int32Array>;
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = byte;
    for (const table of all) {
      for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ ((sum & 1) * POLYNOMIAL);
      table[byte] = sum;
    }
  }
  return all;
}
