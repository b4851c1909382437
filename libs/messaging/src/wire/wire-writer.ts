/** Writes types of the Kafka protocol in sequence. */
export class WireWriter {
  private readonly chunks: Buffer[] = [];

  int8(value: number): this {
    return this.add(1, (buffer) => buffer.writeInt8(value));
  }

  int16(value: number): this {
    return this.add(2, (buffer) => buffer.writeInt16BE(value));
  }

  int32(value: number): this {
    return this.add(4, (buffer) => buffer.writeInt32BE(value));
  }

  int64(value: number): this {
    return this.add(8, (buffer) => buffer.writeBigInt64BE(BigInt(value)));
  }

  string(value: string): this {
    const bytes = Buffer.from(value);
    return this.int16(bytes.length).bytes(bytes);
  }

  compactString(value: string): this {
    const bytes = Buffer.from(value);
    return this.unsignedVarint(bytes.length + 1).bytes(bytes);
  }

  unsignedVarint(value: number): this {
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.chunks.push(Buffer.of((rest & 0x7f) | 0x80));
    return this.bytes(Buffer.of(rest));
  }

  bytes(value: Buffer): this {
    this.chunks.push(value);
    return this;
  }

  toBuffer(): Buffer {
    return Buffer.concat(this.chunks);
  }

  private add(length: number, write: (buffer: Buffer) => void): this {
    const buffer = Buffer.alloc(length);
    write(buffer);
    return this.bytes(buffer);
  }
}
