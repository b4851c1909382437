/** Weight of the last second in the smoothed demand. */
const LAST_SECOND_WEIGHT = 0.5;
/**
 * A lower demand counts as zero. A demand that is halved each second for minutes would become so
 * small that PostgreSQL refuses the number, and with it the whole statement.
 */
const LEAST_DEMAND = 1e-6;
/**
 * Milliseconds after the promised time for which this gateway still reports the demand for the
 * promised share, because callers come late.
 */
const PROMISE_GRACE_MS = 1_000;

/**
 * Meters one limit at this gateway with GCRA (generic cell rate algorithm). The used units drain at
 * the current rate, so the rate can change at any time. A caller can use the units of one second at
 * once. A request that costs more than the remaining units is admitted if at least one unit
 * remains. Later requests then wait until the excess has drained.
 *
 * Gateways with demand exchange it every second, and each gateway gets a share of the limit by its
 * demand. A refused caller gets a time for the next try. This time is a promise. The meter computes
 * it from the present share, or from the expected share after the next exchange if that share is
 * larger. If the share shrinks, one request is still admitted at the promised time. Later requests
 * then wait until the units of that request have drained.
 *
 * Until one second after the promised time, this gateway reports enough demand to get the promised
 * share, but not more than an even share. So the other gateways admit no more than the remaining
 * part of the limit.
 *
 * Times are milliseconds of one monotonic clock.
 */
export class RateMeter {
  private level = 0;
  private requested = 0;
  private smoothed = 0;
  /**
   * Demand at all other gateways in units per second; infinite while unknown. It is used to predict
   * the share of this gateway after the next exchange.
   */
  others = Infinity;
  /**
   * Share of this gateway if all gateways have equal shares, from 0 to 1. It limits `nextShare` and
   * the share in `promisedDemand`, because all gateways can make promises at the same time.
   */
  evenShare: number;
  /** Earliest of the times that were promised to refused callers. */
  private promisedAt = Infinity;
  /** Share from which the promise was computed. */
  private promisedShare = 0;

  /**
   * @param limit units per second of all gateways together
   * @param share this gateway's part of the limit, from 0 to 1; initially an even share
   */
  constructor(
    public limit: number,
    public share: number,
    private drainedAt: number,
  ) {
    this.evenShare = share;
  }

  /**
   * Charges `cost` if a unit remains, or if a promised time has come.
   *
   * @returns milliseconds until the next try; 0: admitted
   */
  take(cost: number, now: number): number {
    this.drain(now);
    this.requested += cost;
    const wasPromised = now >= this.promisedAt;
    const share = this.bestShare;
    const waitMs = wasPromised ? 0 : this.waitMs(share);
    if (wasPromised) this.promisedAt = Infinity;
    if (waitMs === 0) this.level += cost;
    else if (now + waitMs < this.promisedAt) {
      this.promisedAt = now + waitMs;
      this.promisedShare = share;
    }
    return waitMs;
  }

  /**
   * Admits a request in any case, and returns for how long it must wait.
   *
   * @param mostMs the longest wait; used units that would cause a longer wait are dropped
   * @returns milliseconds to wait
   */
  reserve(cost: number, now: number, mostMs: number): number {
    this.drain(now);
    const waitMs = Math.min(this.waitMs(this.share), mostMs);
    this.requested += cost;
    this.level = Math.min(this.level, this.capacity + (mostMs / 1_000) * this.rate) + cost;
    return waitMs;
  }

  /** Returns the number of units that are admitted now. */
  remaining(): number {
    return Math.max(0, Math.floor(this.capacity - this.level));
  }

  /** Returns the seconds until all used units have drained, rounded up. */
  resetSeconds(): number {
    return Math.ceil(this.level / (this.limit * this.bestShare));
  }

  /**
   * Ends a counting period.
   *
   * @param seconds length of the period
   * @returns demand in units per second, refused units included; a higher number if the promised
   * share needs more demand
   */
  settle(seconds: number, now: number): number {
    this.smoothed += LAST_SECOND_WEIGHT * (this.requested / seconds - this.smoothed);
    this.requested = 0;
    if (this.smoothed < LEAST_DEMAND) this.smoothed = 0;
    const demand = Math.max(
      this.smoothed,
      now < this.promisedAt + PROMISE_GRACE_MS ? this.promisedDemand : 0,
    );
    return demand < LEAST_DEMAND ? 0 : demand;
  }

  /** Returns whether the meter can be deleted without any effect. */
  isIdle(now: number): boolean {
    this.drain(now);
    return this.level === 0 && this.smoothed < 0.01 * this.limit && this.smoothed < 1;
  }

  private get rate(): number {
    return this.limit * this.share;
  }

  /** At least 1, so that a small share still admits one request at a time. */
  private get capacity(): number {
    return Math.max(1, this.rate);
  }

  /** The larger of the present and the next share. Promised times are computed from it. */
  private get bestShare(): number {
    return Math.max(this.share, this.nextShare);
  }

  /**
   * Demand, in units per second, that this gateway must report to get the promised share. A
   * promised share above an even share counts as an even share.
   */
  private get promisedDemand(): number {
    if (this.promisedAt === Infinity || this.others === Infinity || this.evenShare >= 1) return 0;
    const share = Math.min(this.promisedShare, this.evenShare);
    return (this.others * share) / (1 - share);
  }

  /**
   * Lower bound of the share after the next exchange. The meter needs it, because the present share
   * is close to zero if there was no demand before.
   */
  private get nextShare(): number {
    const own = LAST_SECOND_WEIGHT * this.requested;
    return Math.min(own / (own + this.others), this.evenShare);
  }

  private waitMs(share: number): number {
    const excess = this.level + 1 - this.capacity;
    // An excess up to 1e-6 is a rounding error.
    return excess <= 1e-6 ? 0 : (excess / (this.limit * share)) * 1_000;
  }

  private drain(now: number): void {
    this.level = Math.max(0, this.level - ((now - this.drainedAt) / 1_000) * this.rate);
    this.drainedAt = now;
  }
}
