import { Tally } from './tally.js';

/**
 * An owner can have at most this many times the number of pieces that stay free. This does not
 * apply to its first request.
 */
const FREE_FACTOR = 3;

export interface QuotaLimits {
  /** Maximum number of pieces of all owners together. */
  readonly all: number;
  /**
   * Maximum number of pieces of one owner, except for its first request. If absent, only the number
   * of free pieces limits an owner.
   */
  readonly perOwner?: number;
}

/**
 * A quota of pieces that owners share. The more an owner has taken, the more pieces must stay free
 * for its next request. One owner alone gets up to three quarters of the pieces. Two owners get up
 * to three sevenths each. An owner without pieces gets a piece as long as one is free. Only the
 * first request of an owner can take all free pieces.
 */
export class SharedQuota {
  private readonly taken = new Tally<string>();

  constructor(private readonly limits: QuotaLimits) {}

  /** Pieces that all owners have taken. */
  get size(): number {
    return this.taken.total;
  }

  /**
   * Takes pieces for an owner.
   *
   * @param pieces number of pieces to take
   * @param alreadyTaken number of pieces that the same request already has, if the request grows
   * @returns false if the quota does not allow it; then nothing is taken
   */
  enter(owner: string, pieces = 1, alreadyTaken = 0): boolean {
    const { all, perOwner = Infinity } = this.limits;
    const own = this.taken.of(owner);
    const free = all - this.size;
    // A request that is larger than the whole quota is admitted when no other pieces are taken.
    if (this.size > alreadyTaken && pieces > free) return false;
    if (own > alreadyTaken && own + pieces > Math.min(perOwner, FREE_FACTOR * (free - pieces)))
      return false;
    this.taken.add(owner, pieces);
    return true;
  }

  /** Gives back pieces that `enter` took. */
  leave(owner: string, pieces = 1): void {
    this.taken.add(owner, -pieces);
  }
}
