const FNV_PRIME = 0x01_00_01_93;
/** Another one in each process, so texts that have one hash cannot be chosen beforehand. */
const SEED = Math.trunc(Math.random() * 2 ** 32);

/** Counts names that are not the same, by their hashes, in a time that goes by their length. */
export class DistinctNames {
  private readonly hashes: Uint32Array;
  private readonly mask: number;
  private count = 0;

  /** @param most names that are taken */
  constructor(private readonly most: number) {
    const places = 2 ** Math.ceil(Math.log2(2 * most + 2));
    this.hashes = new Uint32Array(places);
    this.mask = places - 1;
  }

  /** @returns whether there are no more than the most with the name that these bytes are */
  add(bytes: Buffer, from: number, to: number): boolean {
    let hash = SEED;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), FNV_PRIME);
    hash = ((hash ^ (hash >>> 15)) | 1) >>> 0; // 0 is an empty place
    let place = (hash >>> 1) & this.mask;
    while (this.hashes[place] !== 0) {
      if (this.hashes[place] === hash) return true;
      place = (place + 1) & this.mask;
    }
    this.hashes[place] = hash;
    this.count += 1;
    return this.count <= this.most;
  }
}
