import {
  ATTRIBUTES,
  BASE_TIMESTAMP,
  CODEC_MASK,
  CONTROL,
  COUNT,
  CRC,
  HEADER_ENDS,
  LAST_OFFSET_DELTA,
  LENGTH,
  LENGTH_ENDS,
  LOG_APPEND_TIME,
  MAGIC,
  MAX_TIMESTAMP,
  PRODUCER_ID,
  TRANSACTIONAL,
} from './batch-layout.js';
import { canUnpack, unpack } from '../compression/unpack.js';
import { objectBytes, TooLargeError, unpackedLimit } from '../compression/unpacked-limit.js';

export type UnreadableBatchReason =
  'UNSUPPORTED_BATCH_FORMAT' | 'UNSUPPORTED_COMPRESSION_TYPE' | 'CORRUPT_BATCH' | 'BATCH_TOO_LARGE';

/** A batch has an unsupported format, is damaged, or exceeds the limit after decompression. */
export class UnreadableBatchError extends Error {
  override readonly name = 'UnreadableBatchError';
  /** First offset of the batch. */
  readonly offset: number;
  /** Offset at which a reader continues without the batch. */
  readonly nextOffset: number;

  constructor(
    readonly type: UnreadableBatchReason,
    { baseOffset, lastOffset }: { readonly baseOffset: number; readonly lastOffset: number },
    why: string,
    options?: ErrorOptions,
  ) {
    super(`The batch at offset ${baseOffset} cannot be read: ${why}`, options);
    this.offset = baseOffset;
    this.nextOffset = lastOffset + 1;
  }
}

/** The format of Kafka 0.11 and newer. */
const FORMAT = 2;

/** One batch of records, as stored in the log. */
export class RecordBatch {
  constructor(private readonly bytes: Buffer) {}

  get baseOffset(): number {
    return Number(this.bytes.readBigInt64BE(0));
  }

  /**
   * Last offset of the batch. A message of an older format has only one offset. Compaction keeps this offset even if it removes the last records or
   * all records. So only this offset shows where a batch ends.
   */
  get lastOffset(): number {
    return this.baseOffset + (this.isSupported ? this.bytes.readInt32BE(LAST_OFFSET_DELTA) : 0);
  }

  get producerId(): bigint {
    return this.bytes.readBigInt64BE(PRODUCER_ID);
  }

  get isTransactional(): boolean {
    return (this.attributes & TRANSACTIONAL) !== 0;
  }

  /** A control batch holds a transaction marker instead of records. */
  get isControl(): boolean {
    return (this.attributes & CONTROL) !== 0;
  }

  /** Number of records after compaction. */
  get count(): number {
    return this.bytes.readInt32BE(COUNT);
  }

  /** Milliseconds since the epoch. */
  get baseTimestamp(): number {
    return Number(this.bytes.readBigInt64BE(BASE_TIMESTAMP));
  }

  /** Time of all records, if the broker sets the time instead of the producer. */
  get appendTimestamp(): number | undefined {
    const isBrokers = (this.attributes & LOG_APPEND_TIME) !== 0;
    return isBrokers ? Number(this.bytes.readBigInt64BE(MAX_TIMESTAMP)) : undefined;
  }

  /**
   * Returns the records, for a reader that creates an object per record.
   * @throws UnreadableBatchError also if the objects would exceed the limit
   */
  recordsForObjects(): Buffer {
    const records = this.records();
    if (this.isPacked && objectBytes(records, this.count) > unpackedLimit()) {
      throw this.tooLarge();
    }
    return records;
  }

  /** @throws UnreadableBatchError */
  records(): Buffer {
    if (!this.isSupported) {
      const magic = this.bytes.readInt8(MAGIC);
      const why = `it has format ${magic}, and Lethe reads only format 2 (Kafka 0.11 and newer).`;
      throw new UnreadableBatchError('UNSUPPORTED_BATCH_FORMAT', this, why);
    }
    const packed = this.bytes.subarray(HEADER_ENDS);
    if (!this.isPacked) return packed;
    const codec = this.attributes & CODEC_MASK;
    if (!canUnpack(codec)) {
      const why = `it is compressed with the unknown codec ${codec}. Set the topic's compression.type to gzip, snappy, lz4, zstd or uncompressed.`;
      throw new UnreadableBatchError('UNSUPPORTED_COMPRESSION_TYPE', this, why);
    }
    try {
      return unpack(codec, packed);
    } catch (cause) {
      if (cause instanceof TooLargeError) throw this.tooLarge();
      throw new UnreadableBatchError('CORRUPT_BATCH', this, 'it is damaged.', { cause });
    }
  }

  private tooLarge(): UnreadableBatchError {
    const why = `after decompression it is larger than ${unpackedLimit()} bytes.`;
    return new UnreadableBatchError('BATCH_TOO_LARGE', this, why);
  }

  private get isPacked(): boolean {
    return (this.attributes & CODEC_MASK) !== 0;
  }

  /** The fields of other formats have other positions. */
  private get isSupported(): boolean {
    return this.bytes.readInt8(MAGIC) === FORMAT;
  }

  private get attributes(): number {
    if (!this.isSupported) return 0;
    return this.bytes.readInt16BE(ATTRIBUTES);
  }
}

/**
 * Returns the complete batches of a fetch. Omits a truncated last batch.
 * @throws RangeError for a batch that is shorter than its header
 */
export function* recordBatches(fetched: Buffer): Generator<RecordBatch> {
  for (let at = 0; at + CRC <= fetched.length;) {
    const end = at + LENGTH_ENDS + fetched.readInt32BE(at + LENGTH);
    if (end > fetched.length) return;
    const header = fetched.readInt8(at + MAGIC) === FORMAT ? HEADER_ENDS : CRC;
    if (end - at < header) throw new RangeError('a batch is shorter than its header');
    yield new RecordBatch(fetched.subarray(at, end));
    at = end;
  }
}
