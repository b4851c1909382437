export interface BatchOptions {
  readonly baseOffset: number;
  readonly lastOffsetDelta: number;
  readonly producerId?: number;
  readonly attributes?: number;
  /** Key of the only record. Without a key, the batch is empty, as after compaction. */
  readonly key?: Buffer;
}

/**
 * Returns a batch in the format of the log.
 * https://kafka.apache.org/documentation/#recordbatch
 */
export function batch(options: BatchOptions): Buffer {
  const { baseOffset, lastOffsetDelta, producerId = -1, attributes = 0, key } = options;
  const content = key === undefined ? [] : [0, 0, 0, key.length * 2, ...key, 1, 0];
  const records = content.length === 0 ? [] : [content.length * 2, ...content];
  const head = Buffer.alloc(61);
  head.writeBigInt64BE(BigInt(baseOffset), 0);
  head.writeInt32BE(head.length - 12 + records.length, 8);
  head.writeInt8(2, 16);
  head.writeInt16BE(attributes, 21);
  head.writeInt32BE(lastOffsetDelta, 23);
  head.writeBigInt64BE(BigInt(producerId), 43);
  head.writeInt32BE(key === undefined ? 0 : 1, 57);
  return Buffer.concat([head, Buffer.from(records)]);
}
