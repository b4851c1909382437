/** Random choices that a seed makes again. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** @returns from 0 up to, not including, 1 */
  next(): number {
    // A linear congruential step, and the murmur finalizer to spread its high bits.
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }

  /** @returns a whole number from 0 up to, not including, `bound` */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  }

  /** @returns each value with a chance of one half, and one at least */
  some<T>(values: readonly T[]): T[] {
    const chosen = values.filter(() => this.chance(0.5));
    return chosen.length === 0 ? [this.pick(values)] : chosen;
  }
}
