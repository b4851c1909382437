import { canUnpack, MAX_UNPACKED_BYTES, unpack } from '../compression/unpack.js';

/** https://kafka.apache.org/documentation/#recordbatch: where the fields of a batch's header are. */
const LENGTH = 8;
const LENGTH_ENDS = 12;
const MAGIC = 16;
const ATTRIBUTES = 21;
const LAST_OFFSET_DELTA = 23;
const BASE_TIMESTAMP = 27;
const MAX_TIMESTAMP = 35;
const PRODUCER_ID = 43;
const COUNT = 57;
const HEADER_ENDS = 61;

const CODEC_MASK = 0x07;
const LOG_APPEND_TIME = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;

/** A batch is of a kind that we do not read, or damaged. */
export class UnreadableBatchError extends Error {
  override readonly name = 'UnreadableBatchError';

  constructor(
    readonly type: 'UNSUPPORTED_BATCH_FORMAT' | 'UNSUPPORTED_COMPRESSION_TYPE' | 'CORRUPT_BATCH',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One batch of records as it lies in the log. */
export class RecordBatch {
  constructor(private readonly bytes: Buffer) {}

  get baseOffset(): number {
    return Number(this.bytes.readBigInt64BE(0));
  }

  /**
   * The last offset that belongs to the batch. Compaction keeps it when it takes the last records
   * away, or all of them: the end of a batch is known by this only.
   */
  get lastOffset(): number {
    return this.baseOffset + this.bytes.readInt32BE(LAST_OFFSET_DELTA);
  }

  get producerId(): bigint {
    return this.bytes.readBigInt64BE(PRODUCER_ID);
  }

  get isTransactional(): boolean {
    return (this.attributes & TRANSACTIONAL) !== 0;
  }

  /** Holds no records, but the end of a transaction. */
  get isControl(): boolean {
    return (this.attributes & CONTROL) !== 0;
  }

  /** How many records compaction has left. */
  get count(): number {
    return this.bytes.readInt32BE(COUNT);
  }

  /** Milliseconds since the epoch. */
  get baseTimestamp(): number {
    return Number(this.bytes.readBigInt64BE(BASE_TIMESTAMP));
  }

  /** The time of all its records, where the broker sets it and not the producer. */
  get appendTimestamp(): number | undefined {
    const isBrokers = (this.attributes & LOG_APPEND_TIME) !== 0;
    return isBrokers ? Number(this.bytes.readBigInt64BE(MAX_TIMESTAMP)) : undefined;
  }

  /** @throws UnreadableBatchError */
  records(): Buffer {
    const magic = this.bytes.readInt8(MAGIC);
    if (magic !== 2) {
      throw new UnreadableBatchError(
        'UNSUPPORTED_BATCH_FORMAT',
        `Record batches of format ${magic} cannot be read, only 2 (Kafka 0.11 and newer).`,
      );
    }
    const codec = this.attributes & CODEC_MASK;
    const packed = this.bytes.subarray(HEADER_ENDS);
    if (codec === 0) return packed;
    if (canUnpack(codec)) return unpackRecords(codec, packed, this.baseOffset);
    throw new UnreadableBatchError(
      'UNSUPPORTED_COMPRESSION_TYPE',
      `Records packed with codec ${codec} cannot be read: set the topic's compression.type to gzip, snappy, lz4, zstd or uncompressed.`,
    );
  }

  private get attributes(): number {
    return this.bytes.readInt16BE(ATTRIBUTES);
  }
}

function unpackRecords(codec: number, packed: Buffer, offset: number): Buffer {
  try {
    return unpack(codec, packed);
  } catch (cause) {
    const message = `The batch at offset ${offset} cannot be unpacked: it is damaged, or larger than ${MAX_UNPACKED_BYTES} bytes. Delete the topic and fill it again.`;
    throw new UnreadableBatchError('CORRUPT_BATCH', message, { cause });
  }
}

/** The whole batches in what was fetched; a last one that was cut is left out. */
export function* recordBatches(fetched: Buffer): Generator<RecordBatch> {
  for (let at = 0; at + HEADER_ENDS <= fetched.length;) {
    const end = at + LENGTH_ENDS + fetched.readInt32BE(at + LENGTH);
    if (end > fetched.length) return;
    yield new RecordBatch(fetched.subarray(at, end));
    at = end;
  }
}
