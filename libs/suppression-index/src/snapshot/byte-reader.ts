/** Reads exact numbers of bytes from chunks of any size. */
export class ByteReader {
  private readonly chunks: AsyncIterator<Uint8Array, unknown>;
  private waiting: Uint8Array[] = [];
  private available = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns this number of bytes, or `undefined` if fewer bytes are left. */
  async read(length: number): Promise<Buffer | undefined> {
    while (this.available < length) {
      if (!(await this.more())) return undefined;
    }
    const all = this.waiting.length === 1 ? this.waiting[0] : Buffer.concat(this.waiting);
    if (all === undefined) return Buffer.alloc(0);
    this.waiting = [all.subarray(length)];
    this.available -= length;
    return Buffer.from(all.buffer, all.byteOffset, length);
  }

  /** Returns whether all bytes have been read. */
  async isAtEnd(): Promise<boolean> {
    while (this.available === 0) {
      if (!(await this.more())) return true;
    }
    return false;
  }

  /** Ends the iteration of the chunks, so that their file can be closed. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async more(): Promise<boolean> {
    const next = await this.chunks.next();
    if (next.done === true) return false;
    this.waiting.push(next.value);
    this.available += next.value.length;
    return true;
  }
}
