/** A set of rows in one row group. It uses one bit for each row of the group. */
export class RowMask {
  /** Number of rows in the set. */
  removed = 0;
  private readonly bits: Uint8Array;

  constructor(readonly rows: number) {
    this.bits = new Uint8Array(RowMask.bytesFor(rows));
  }

  static bytesFor(rows: number): number {
    return Math.ceil(rows / 8);
  }

  has(row: number): boolean {
    return ((this.bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  add(row: number): void {
    if (this.has(row)) return;
    this.bits[row >> 3] = (this.bits[row >> 3] ?? 0) | (1 << (row & 7));
    this.removed += 1;
  }
}
