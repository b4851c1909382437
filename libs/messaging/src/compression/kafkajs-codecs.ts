import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import kafkajs from 'kafkajs';
import { CODECS, unpack } from './unpack.js';

// Of a CommonJS package only some exports can be imported by name.
const { CompressionCodecs, KafkaJSNonRetriableError } = kafkajs;
const pack = promisify(gzip);

/**
 * Teaches kafkajs to read what is packed with snappy, lz4 or zstd: without, a consumer ends at the
 * first such batch. Gzip's own codec is replaced as well, as it unpacks without a limit. What cannot
 * be unpacked ends the consumer: it would be no better the next time.
 *
 * Records are packed with gzip only; a topic's `compression.type` can do more.
 */
export function addCodecs(): void {
  for (const [name, codec] of Object.entries(CODECS)) {
    CompressionCodecs[codec] = () => ({
      compress: ({ buffer }: { readonly buffer: Buffer }) => {
        if (codec === CODECS.gzip) return pack(buffer);
        return Promise.reject(new Error(`Records are not packed with ${name} here.`));
      },
      decompress: (packed: Buffer) => {
        try {
          return Promise.resolve(unpack(codec, packed));
        } catch (error) {
          return Promise.reject(new UnreadableCompressionError(name, error));
        }
      },
    });
  }
}

/** A batch is damaged, or too large. Told to logs by its name. */
class UnreadableCompressionError extends KafkaJSNonRetriableError {
  override readonly name = 'UnreadableCompressionError';

  constructor(name: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`A batch that is packed with ${name} cannot be read: ${reason}`);
  }
}
