/** Adds up numbers by key, such as bytes by owner. Drops a key when its sum is 0. */
export class Tally<Key> {
  private readonly counts = new Map<Key, number>();
  private sum = 0;

  get total(): number {
    return this.sum;
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  /** @param by number to add; a negative number subtracts */
  add(key: Key, by: number): void {
    this.sum += by;
    const now = this.of(key) + by;
    if (now > 0) this.counts.set(key, now);
    else this.counts.delete(key);
  }
}
