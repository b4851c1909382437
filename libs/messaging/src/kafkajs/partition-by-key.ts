import kafkajs, { type ICustomPartitioner } from 'kafkajs';

const [SEED, MIX] = [0x9747b28c, 0x5bd1e995];

/**
 * Chooses partitions by a murmur2 hash of the key, like the default partitioner of kafkajs and
 * Kafka's own producer. The hash function of kafkajs 2.2.4 allocates an object per step, which took
 * a tenth of the publishing time.
 */
export const partitionByKey: ICustomPartitioner = () => {
  const byDefault = kafkajs.Partitioners.DefaultPartitioner();
  return (args) => {
    const { key, partition } = args.message;
    if (key == null || partition !== undefined) return byDefault(args);
    const bytes = typeof key === 'string' ? Buffer.from(key) : key;
    return (murmur2(bytes) & 0x7fffffff) % args.partitionMetadata.length;
  };
};

export function murmur2(bytes: Uint8Array): number {
  const at = (index: number) => bytes[index] ?? 0;
  const tail = bytes.length & ~3; // offset after the last complete group of four bytes
  let hash = SEED ^ bytes.length;
  for (let index = 0; index < tail; index += 4) {
    const four = at(index) | (at(index + 1) << 8) | (at(index + 2) << 16) | (at(index + 3) << 24);
    const mixed = Math.imul(four, MIX);
    hash = Math.imul(hash, MIX) ^ Math.imul(mixed ^ (mixed >>> 24), MIX);
  }
  if (tail < bytes.length) {
    hash ^= at(tail) | (at(tail + 1) << 8) | (at(tail + 2) << 16); // bytes after the end are 0
    hash = Math.imul(hash, MIX);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MIX);
  return hash ^ (hash >>> 15);
}
