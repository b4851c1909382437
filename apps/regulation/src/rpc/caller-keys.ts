import { createHash, timingSafeEqual } from 'node:crypto';

/** The keys that authenticate callers; only their hashes are kept in memory. */
export class CallerKeys {
  private readonly hashes: readonly Buffer[];

  /** @param keys any one of them authenticates a caller */
  constructor(keys: readonly string[]) {
    this.hashes = keys.map(hashOf);
  }

  /** Takes as long for a wrong key as for a right one. */
  has(given: unknown): boolean {
    const hash = hashOf(typeof given === 'string' ? given : '');
    return this.hashes.filter((known) => timingSafeEqual(known, hash)).length > 0;
  }
}

function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
