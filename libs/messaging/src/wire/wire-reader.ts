/** Reads types of the Kafka protocol in sequence. */
export class WireReader {
  at = 0;

  constructor(private readonly buffer: Buffer) {}

  int8(): number {
    return this.buffer.readInt8(this.move(1));
  }

  int16(): number {
    return this.buffer.readInt16BE(this.move(2));
  }

  int32(): number {
    return this.buffer.readInt32BE(this.move(4));
  }

  /** Exact up to 2^53, which no offset reaches. */
  int64(): number {
    return Number(this.buffer.readBigInt64BE(this.move(8)));
  }

  /** Producer ids use all 64 bits. */
  bigInt64(): bigint {
    return this.buffer.readBigInt64BE(this.move(8));
  }

  bytes(length: number): Buffer {
    const start = this.move(length);
    return this.buffer.subarray(start, start + length);
  }

  string(): string {
    return this.bytes(this.int16()).toString();
  }

  unsignedVarint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.buffer.readUInt8(this.move(1));
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number has more than 32 bits');
  }

  compactString(): string | null {
    const length = this.unsignedVarint();
    return length === 0 ? null : this.bytes(length - 1).toString();
  }

  /** Reads an array with a 32-bit length. Returns an empty array for a null array. */
  array<T>(element: () => T): T[] {
    return this.elements(this.int32(), element);
  }

  compactArray<T>(element: () => T): T[] {
    return this.elements(this.unsignedVarint() - 1, element);
  }

  skipTaggedFields(): void {
    for (let count = this.unsignedVarint(); count > 0; count -= 1) {
      this.unsignedVarint();
      this.move(this.unsignedVarint());
    }
  }

  private elements<T>(count: number, element: () => T): T[] {
    const found: T[] = [];
    for (let index = 0; index < count; index += 1) found.push(element());
    return found;
  }

  private move(length: number): number {
    const start = this.at;
    if (length < 0 || start + length > this.buffer.length) {
      throw new RangeError('an answer of the broker is shorter than it says');
    }
    this.at += length;
    return start;
  }
}
