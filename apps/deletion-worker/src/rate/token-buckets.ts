import type { Clock } from '../clock.js';
import { TokenBucket } from './token-bucket.js';

/**
 * Maximum number of destinations with a rate limit in memory. The destination that was not called
 * for the longest time is dropped first.
 */
const MOST_BUCKETS = 10_000;

/** Rate limits of all destinations. They stay in memory between jobs. */
export class TokenBuckets {
  /** The destination that was not called for the longest time is first. */
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(
    private readonly clock: Clock,
    private readonly most: number = MOST_BUCKETS,
  ) {}

  of(
    {
      workspaceId,
      destinationId,
    }: { readonly workspaceId: string; readonly destinationId: string },
    callsPerSecond: number,
  ): TokenBucket {
    const key = `${workspaceId}/${destinationId}`;
    const known = this.buckets.get(key);
    const bucket =
      known?.callsPerSecond === callsPerSecond
        ? known
        : new TokenBucket(this.clock, callsPerSecond);
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > this.most && oldest !== undefined) this.buckets.delete(oldest);
    return bucket;
  }
}
