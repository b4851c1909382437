/** Counts by key, such as bytes by owner. A key that has nothing left is not kept. */
export class Tally<Key> {
  private readonly counts = new Map<Key, number>();
  private sum = 0;

  /** Of all keys together. */
  get total(): number {
    return this.sum;
  }

  of(key: Key): number {
    return this.counts.get(key) ?? 0;
  }

  /** @param by less than 0 takes away */
  add(key: Key, by: number): void {
    this.sum += by;
    const now = this.of(key) + by;
    if (now > 0) this.counts.set(key, now);
    else this.counts.delete(key);
  }
}
