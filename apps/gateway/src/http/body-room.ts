/** An owner may have so many times as much as is left free. */
const GREED = 3;

export interface BodyRoomLimits {
  /** Of all owners together. */
  readonly all: number;
  /** Of one owner. */
  readonly perOwner: number;
}

/**
 * Memory for bodies that owners share, in pieces. The more one owner has taken, the more must be free for another body of theirs,
 * so that those who have much leave room for who comes next. Only the first body of an owner may be as large as what is free.
 */
export class BodyRoom {
  private taken = 0;
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: BodyRoomLimits) {}

  /**
   * @param had pieces that the body has taken already, where it grows
   * @returns false when there is no room for so many pieces more of this owner; then nothing is taken
   */
  enter(owner: string, pieces: number, had = 0): boolean {
    const own = this.counts.get(owner) ?? 0;
    const free = this.limits.all - this.taken;
    // One that is larger than all there is comes alone.
    if (this.taken > had && pieces > free) return false;
    const most = Math.min(this.limits.perOwner, GREED * (free - pieces));
    if (own > had && own + pieces > most) return false;
    this.taken += pieces;
    this.counts.set(owner, own + pieces);
    return true;
  }

  /** Gives back what `enter` took. */
  leave(owner: string, pieces: number): void {
    this.taken -= pieces;
    const left = (this.counts.get(owner) ?? 0) - pieces;
    if (left > 0) this.counts.set(owner, left);
    else this.counts.delete(owner);
  }
}
