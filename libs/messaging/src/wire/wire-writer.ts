/** Initial size of the buffer. Most requests are smaller. */
const INITIAL_BYTES = 256;
/** Five bytes hold a 32-bit number at 7 bits each. */
const MAX_UVARINT_BYTES = 5;

/** Writes types of the Kafka protocol in sequence, into one buffer. */
export class WireWriter {
  protected buffer: Buffer;
  /** Position of the next byte. */
  protected at = 0;

  /** @param bytes expected size; a larger content is possible, but is copied */
  constructor(bytes = INITIAL_BYTES) {
    this.buffer = Buffer.allocUnsafe(bytes);
  }

  int8(value: number): this {
    this.reserve(1);
    this.at = this.buffer.writeInt8(value, this.at);
    return this;
  }

  int16(value: number): this {
    this.reserve(2);
    this.at = this.buffer.writeInt16BE(value, this.at);
    return this;
  }

  int32(value: number): this {
    this.reserve(4);
    this.at = this.buffer.writeInt32BE(value, this.at);
    return this;
  }

  int64(value: number): this {
    this.reserve(8);
    this.at = this.buffer.writeBigInt64BE(BigInt(value), this.at);
    return this;
  }

  string(value: string): this {
    const length = Buffer.byteLength(value);
    return this.int16(length).utf8(value, length);
  }

  compactString(value: string): this {
    const length = Buffer.byteLength(value);
    return this.unsignedVarint(length + 1).utf8(value, length);
  }

  unsignedVarint(value: number): this {
    this.reserve(MAX_UVARINT_BYTES);
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.buffer[this.at++] = (rest & 0x7f) | 0x80;
    this.buffer[this.at++] = rest;
    return this;
  }

  bytes(value: Buffer): this {
    this.reserve(value.length);
    this.at += value.copy(this.buffer, this.at);
    return this;
  }

  /** Returns a view of the written bytes. */
  toBuffer(): Buffer {
    return this.buffer.subarray(0, this.at);
  }

  protected utf8(text: string, length: number): this {
    this.reserve(length);
    this.at += this.buffer.write(text, this.at, length);
    return this;
  }

  protected reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.buffer.length + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}
