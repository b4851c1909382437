import kafkajs, { type ICustomPartitioner } from 'kafkajs';

const [SEED, MIX] = [0x9747b28c, 0x5bd1e995];

/**
 * Chooses partitions as kafkajs' default partitioner and Kafka's own producer do: by a hash of the key (murmur2). That of kafkajs
 * 2.2.4 reckons with an object for each step: a tenth of the time of publishing.
 */
export const partitionByKey: ICustomPartitioner = () => {
  const byDefault = kafkajs.Partitioners.DefaultPartitioner();
  return (asked) => {
    const { key, partition } = asked.message;
    if (key == null || partition !== undefined) return byDefault(asked);
    const bytes = typeof key === 'string' ? Buffer.from(key) : key;
    return (murmur2(bytes) & 0x7fffffff) % asked.partitionMetadata.length;
  };
};

/** Exported for its test. */
export function murmur2(bytes: Uint8Array): number {
  const at = (index: number) => bytes[index] ?? 0;
  const whole = bytes.length & ~3;
  let hash = SEED ^ bytes.length;
  for (let index = 0; index < whole; index += 4) {
    const four = at(index) | (at(index + 1) << 8) | (at(index + 2) << 16) | (at(index + 3) << 24);
    const mixed = Math.imul(four, MIX);
    hash = Math.imul(hash, MIX) ^ Math.imul(mixed ^ (mixed >>> 24), MIX);
  }
  if (whole < bytes.length) {
    hash ^= at(whole) | (at(whole + 1) << 8) | (at(whole + 2) << 16); // those behind the end are 0
    hash = Math.imul(hash, MIX);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MIX);
  return hash ^ (hash >>> 15);
}
