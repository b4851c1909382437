/**
 * A regulation as its caller saw it, in milliseconds of one monotonic clock. It took effect at some
 * moment between the first two times, and lost it at some moment between the last two.
 */
export interface Covering {
  readonly requestedAt: number;
  /** Infinity until the answer is there. */
  createdAt: number;
  /** Infinity until somebody asks for it. */
  cancelRequestedAt: number;
  /** Infinity until the answer is there. */
  canceledAt: number;
}

/**
 * Knows, for every key, when it may and when it must have been covered, from nothing but the times
 * of requests and answers. What it calls impossible no order of commits explains.
 */
export class Ledger {
  private readonly coverings = new Map<string, Covering[]>();

  /**
   * Call it before the request leaves.
   *
   * @param keys `workspace:user:(source|*)`
   * @param requestedAt when it left; now when absent
   */
  open(keys: readonly string[], requestedAt = performance.now()): Covering {
    const covering: Covering = {
      requestedAt,
      createdAt: Infinity,
      cancelRequestedAt: Infinity,
      canceledAt: Infinity,
    };
    for (const key of keys) {
      const known = this.coverings.get(key);
      if (known === undefined) this.coverings.set(key, [covering]);
      else known.push(covering);
    }
    return covering;
  }

  /** Every key that a regulation was ever asked for. */
  get keys(): Iterable<string> {
    return this.coverings.keys();
  }

  /** Whether a key can have been covered, or not covered, at some moment between two times. */
  isPossible(key: string, covered: boolean, from: number, to: number): boolean {
    const coverings = this.coverings.get(key) ?? [];
    return covered
      ? coverings.some(({ requestedAt, canceledAt }) => requestedAt <= to && canceledAt >= from)
      : hasGap(coverings, from, to);
  }
}

/** Whether some moment is left that no regulation covers for certain. */
function hasGap(coverings: readonly Covering[], from: number, to: number): boolean {
  const certain = coverings
    .filter(({ createdAt, cancelRequestedAt }) => createdAt < cancelRequestedAt)
    .sort((a, b) => a.createdAt - b.createdAt);
  let coveredTo = from;
  for (const { createdAt, cancelRequestedAt } of certain) {
    if (createdAt >= coveredTo) break;
    coveredTo = Math.max(coveredTo, cancelRequestedAt);
  }
  return coveredTo <= to;
}
