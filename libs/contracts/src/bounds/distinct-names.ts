const FNV_PRIME = 0x01_00_01_93;
/** Random in each process, so that no client can choose names with equal hashes. */
const SEED = Math.trunc(Math.random() * 2 ** 32);

/** Counts distinct names by their hashes. The time is linear in the length of the names. */
export class DistinctNames {
  private readonly hashes: Uint32Array;
  private readonly mask: number;
  private count = 0;

  /** @param maximum number of names */
  constructor(private readonly maximum: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * maximum + 2));
    this.hashes = new Uint32Array(slots);
    this.mask = slots - 1;
  }

  /** @returns whether the number of distinct names, including this one, is within the maximum */
  add(bytes: Buffer, from: number, to: number): boolean {
    let hash = SEED;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
    hash = ((hash ^ (hash >>> 15)) | 1) >>> 0; // 0 marks an empty slot
    let slot = (hash >>> 1) & this.mask;
    while (this.hashes[slot] !== 0) {
      if (this.hashes[slot] === hash) return true;
      slot = (slot + 1) & this.mask;
    }
    this.hashes[slot] = hash;
    this.count += 1;
    return this.count <= this.maximum;
  }
}
