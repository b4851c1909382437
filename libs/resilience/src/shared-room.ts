import { Tally } from './tally.js';

/** An owner may have so many times as much as is left free. */
const GREED = 3;

export interface RoomLimits {
  /** Of all owners together. */
  readonly all: number;
  /** Of one owner; without it, only the rule of what must be free holds. */
  readonly perOwner?: number;
}

/**
 * Room that owners share, in pieces. The more one owner has taken, the more must be free for another thing of theirs: one owner
 * alone gets three quarters, two get three sevenths each, and whoever has none gets one as long as there is any. Only the first thing of an
 * owner may be as large as what is free.
 */
export class SharedRoom {
  private readonly taken = new Tally<string>();

  constructor(private readonly limits: RoomLimits) {}

  /** Pieces that are taken, by all owners. */
  get size(): number {
    return this.taken.total;
  }

  /**
   * @param pieces of the thing
   * @param had pieces that it has taken already, where it grows
   * @returns false when there is no room for so many pieces more of this owner; then nothing is taken
   */
  enter(owner: string, pieces = 1, had = 0): boolean {
    const { all, perOwner = Infinity } = this.limits;
    const own = this.taken.of(owner);
    const free = all - this.size;
    // One that is larger than all there is comes alone.
    if (this.size > had && pieces > free) return false;
    if (own > had && own + pieces > Math.min(perOwner, GREED * (free - pieces))) return false;
    this.taken.add(owner, pieces);
    return true;
  }

  /** Gives back what `enter` took. */
  leave(owner: string, pieces = 1): void {
    this.taken.add(owner, -pieces);
  }
}
