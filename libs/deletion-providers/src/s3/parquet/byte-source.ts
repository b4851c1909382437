import { UnreadableError } from '../unreadable-error.js';

/** Reads a part of an object. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

const WINDOW_BYTES = 4 * 1024 * 1024;

/** Goes through a part of an object, some MiB of which are in memory at a time. */
export class ByteWindow {
  private held: Uint8Array = new Uint8Array(0);

  /** @param start, end bytes of the object */
  constructor(
    private readonly read: ReadRange,
    private start: number,
    private readonly end: number,
  ) {}

  get left(): number {
    return this.end - this.start;
  }

  /** The next bytes, at most as many as are left; they stay the next. */
  async peek(length: number): Promise<Uint8Array> {
    const wanted = Math.min(length, this.left);
    if (this.held.length < wanted) {
      const from = this.start + this.held.length;
      const until = Math.min(this.start + Math.max(wanted, WINDOW_BYTES), this.end);
      const more = await this.read(from, until);
      this.held = this.held.length === 0 ? more : Buffer.concat([this.held, more]);
    }
    return this.held.subarray(0, wanted);
  }

  /** @throws UnreadableError where fewer are left */
  async take(length: number): Promise<Uint8Array> {
    if (length > this.left) throw new UnreadableError('is not valid Parquet: a page is cut off');
    const taken = await this.peek(length);
    this.skip(length);
    return taken;
  }

  skip(length: number): void {
    this.held = this.held.subarray(length);
    this.start += length;
  }
}
