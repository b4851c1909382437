/**
 * A regulation from its caller's view, in milliseconds of one monotonic clock. It took effect at
 * some time between the first two times, and ended at some time between the last two.
 */
export interface Covering {
  readonly requestedAt: number;
  /** Infinity until the answer arrives. */
  createdAt: number;
  /** Infinity until a cancel is sent. */
  cancelRequestedAt: number;
  /** Infinity until the answer arrives. */
  canceledAt: number;
}

/**
 * Knows for every key when it was possibly covered, and when it was certainly covered. It uses only
 * the times of requests and answers. If a state is impossible, no order of commits explains it.
 */
export class Ledger {
  private readonly coverings = new Map<string, Covering[]>();

  /**
   * Call it before the request is sent.
   *
   * @param keys `workspace:user:(source|*)`
   * @param requestedAt time of the request; now when absent
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

  get keys(): Iterable<string> {
    return this.coverings.keys();
  }

  /**
   * Returns whether a key was possibly covered, or possibly not covered, at some time between two
   * times.
   */
  isPossible(key: string, covered: boolean, from: number, to: number): boolean {
    const coverings = this.coverings.get(key) ?? [];
    return covered
      ? coverings.some(({ requestedAt, canceledAt }) => requestedAt <= to && canceledAt >= from)
      : hasGap(coverings, from, to);
  }
}

/** Returns whether there is a time that no regulation covers with certainty. */
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
