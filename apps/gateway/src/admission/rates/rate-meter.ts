/** Weight of the last second in what is taken for the demand. */
const NEWS = 0.5;
/** Less than this is nothing. Halved each second for minutes, it would become a number that PostgreSQL refuses, and with it all others of the statement. */
const LEAST_DEMAND = 1e-6;
/** Milliseconds for which a promise counts after its time, as callers and clocks are not exact. */
const LATE_MS = 1_000;

/**
 * How much of one limit has been used at this gateway: GCRA, kept as a level that drains by the rate, so that the
 * rate may change at any time. A second's worth may come at once. A request that costs more than there is room for is
 * let in while there is any, and the next ones wait until all of it has drained.
 *
 * Who was refused was told when to come back, by the share of that moment or the one to come. When it gets smaller meanwhile,
 * one is let in all the same at the time that was told, and what it costs is waited for later. Until then this gateway asks for the
 * share that it promised, so that the others, however much is asked of them, let in no more than is left.
 *
 * Times are milliseconds of one monotonic clock.
 */
export class RateMeter {
  private level = 0;
  private askedFor = 0;
  private smoothed = 0;
  /**
   * Units a second that are asked for elsewhere; infinite while that is not known. By it is known which share this gateway gets
   * once the others have heard what is asked of it now.
   */
  others = Infinity;
  /** Most that is promised of a share to come, from 0 to 1: an even one, as all gateways may promise at once. */
  evenShare: number;
  /** The earliest time at which one that was refused was told to come back. */
  private toldAt = Infinity;
  /** The share by which it was told. */
  private toldShare = 0;

  /**
   * @param limit units a second of all gateways together
   * @param share of the limit that is this gateway's, from 0 to 1; an even one to begin with
   */
  constructor(
    public limit: number,
    public share: number,
    private drainedAt: number,
  ) {
    this.evenShare = share;
  }

  /** @returns milliseconds until there is room; 0: it was let in */
  take(cost: number, now: number): number {
    this.drain(now);
    this.askedFor += cost;
    const wasTold = now >= this.toldAt;
    const share = this.bestShare;
    const waitMs = wasTold ? 0 : this.waitMs(share);
    if (wasTold) this.toldAt = Infinity;
    if (waitMs === 0) this.level += cost;
    else if (now + waitMs < this.toldAt) {
      this.toldAt = now + waitMs;
      this.toldShare = share;
    }
    return waitMs;
  }

  /**
   * Lets it in, whatever was used before, and makes it wait instead.
   *
   * @param mostMs the longest wait; what was used beyond that is forgotten
   * @returns milliseconds to wait
   */
  reserve(cost: number, now: number, mostMs: number): number {
    this.drain(now);
    const waitMs = Math.min(this.waitMs(this.share), mostMs);
    this.askedFor += cost;
    this.level = Math.min(this.level, this.capacity + (mostMs / 1_000) * this.rate) + cost;
    return waitMs;
  }

  /** Units that may still come now. */
  remaining(): number {
    return Math.max(0, Math.floor(this.capacity - this.level));
  }

  /** Seconds until nothing is used any more, rounded up. */
  resetSeconds(): number {
    return Math.ceil(this.level / (this.limit * this.bestShare));
  }

  /**
   * Ends a period for which units were counted.
   *
   * @param seconds that it took
   * @returns units a second that are asked for, let in or not; more where less would not bring the share that was promised
   */
  settle(seconds: number, now: number): number {
    this.smoothed += NEWS * (this.askedFor / seconds - this.smoothed);
    this.askedFor = 0;
    if (this.smoothed < LEAST_DEMAND) this.smoothed = 0;
    const demand = Math.max(this.smoothed, now < this.toldAt + LATE_MS ? this.demandAsTold : 0);
    return demand < LEAST_DEMAND ? 0 : demand;
  }

  /** Whether forgetting the meter would change nothing. */
  isIdle(now: number): boolean {
    this.drain(now);
    return this.level === 0 && this.smoothed < 0.01 * this.limit && this.smoothed < 1;
  }

  private get rate(): number {
    return this.limit * this.share;
  }

  /** A small share still lets one in at a time. */
  private get capacity(): number {
    return Math.max(1, this.rate);
  }

  /** The present one or the one to come, by which times are told. */
  private get bestShare(): number {
    return Math.max(this.share, this.nextShare);
  }

  /** Units a second that bring the share by which somebody was told, as shares go by what is asked for; no more than an even one. */
  private get demandAsTold(): number {
    if (this.toldAt === Infinity || this.others === Infinity || this.evenShare >= 1) return 0;
    const share = Math.min(this.toldShare, this.evenShare);
    return (this.others * share) / (1 - share);
  }

  /** At least; where nothing was asked of this gateway its share is next to nothing until then. */
  private get nextShare(): number {
    const own = NEWS * this.askedFor;
    return Math.min(own / (own + this.others), this.evenShare);
  }

  private waitMs(share: number): number {
    const over = this.level + 1 - this.capacity;
    // What is less than this comes from reckoning with fractions.
    return over <= 1e-6 ? 0 : (over / (this.limit * share)) * 1_000;
  }

  private drain(now: number): void {
    this.level = Math.max(0, this.level - ((now - this.drainedAt) / 1_000) * this.rate);
    this.drainedAt = now;
  }
}
