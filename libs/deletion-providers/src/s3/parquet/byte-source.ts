import { UnreadableError } from '../unreadable-error.js';

/** Reads a part of an object. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const WINDOW_BYTES = 4 * 1024 * 1024;

/** Reads a part of an object step by step, and keeps only a few MiB of it in memory. */
export class ByteWindow {
  private buffered: Uint8Array = new Uint8Array(0);

  /**
   * @param start byte offset in the object
   * @param end byte offset in the object, exclusive
   */
  constructor(
    private readonly read: ReadRange,
    private start: number,
    private readonly end: number,
  ) {}

  get left(): number {
    return this.end - this.start;
  }

  /** Returns up to `length` bytes from the current position, and does not move the position. */
  async peek(length: number): Promise<Uint8Array> {
    const wanted = Math.min(length, this.left);
    if (this.buffered.length < wanted) {
      const from = this.start + this.buffered.length;
      const until = Math.min(this.start + Math.max(wanted, WINDOW_BYTES), this.end);
      const more = await this.read(from, until);
      this.buffered = this.buffered.length === 0 ? more : Buffer.concat([this.buffered, more]);
    }
    return this.buffered.subarray(0, wanted);
  }

  /**
   * Returns `length` bytes from the current position, and moves the position to their end.
   *
   * @throws UnreadableError if the part has fewer remaining bytes
   */
  async take(length: number): Promise<Uint8Array> {
    if (length > this.left) throw new UnreadableError('is not valid Parquet: a page is cut off');
    const taken = await this.peek(length);
    this.skip(length);
    return taken;
  }

  skip(length: number): void {
    this.buffered = this.buffered.subarray(length);
    this.start += length;
  }
}
