import kafkajs from 'kafkajs';
import { CODECS, unpack } from './unpack.js';

// Of a CommonJS package only some exports can be imported by name.
const { CompressionCodecs } = kafkajs;

/**
 * Teaches kafkajs to read what is packed with snappy, lz4 or zstd: without, a consumer ends at the
 * first such batch. It goes on packing with gzip only; a topic's `compression.type` can do more.
 */
export function addCodecs(): void {
  for (const codec of [CODECS.snappy, CODECS.lz4, CODECS.zstd]) {
    CompressionCodecs[codec] = () => ({
      compress: () => Promise.reject(new Error('Records are packed with gzip, or not at all.')),
      decompress: (packed: Buffer) => Promise.resolve(unpack(codec, packed)),
    });
  }
}
