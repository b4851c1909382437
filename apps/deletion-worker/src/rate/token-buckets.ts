import type { Clock } from '../clock.js';
import { TokenBucket } from './token-bucket.js';

/** Destinations whose pace is remembered; the one that was called longest ago is forgotten first. */
const MOST_BUCKETS = 10_000;

/** The paces of all destinations, kept from one job to the next. */
export class TokenBuckets {
  /** Longest ago first. */
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
