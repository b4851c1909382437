import { LeaseEndedError } from '@lethe/destinations';
import type { Heartbeats } from './heartbeats.js';
import type { Lease } from './lease.js';
import type { TokenBucket } from '../rate/token-bucket.js';

/**
 * Minimum remaining time of a lease when a call begins, so that the request is sent within the
 * lease. The call can take longer than the lease: the limit of a call is 10 s.
 */
const LEAST_LEFT_MS = 1_000;

export interface BeforeCallOptions {
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly heartbeats: Pick<Heartbeats, 'beat'>;
  readonly bucket: TokenBucket;
  /** Aborted when the lease ends, or the worker stops. */
  readonly signal: AbortSignal;
  /** Called when the rate limit allows the call. `seconds` is the time that the call has waited. */
  readonly onAllowed: (seconds: number) => void;
  readonly onCall: () => void;
}

/**
 * Returns the function that a provider awaits before each call. The function waits for the
 * destination's rate limit. Then it renews the lease if the lease has too little time left.
 *
 * @returns a function that throws LeaseEndedError if no further call is allowed
 */
export function createBeforeCall(options: BeforeCallOptions): () => Promise<void> {
  const { lease, leaseMs, heartbeats, bucket, signal, onAllowed, onCall } = options;
  const leastMs = Math.min(LEAST_LEFT_MS, leaseMs / 10);
  return async () => {
    const waitsSince = performance.now();
    await bucket.take(signal);
    onAllowed((performance.now() - waitsSince) / 1_000);
    // `beat` can wait for a heartbeat that was sent earlier and does not include this lease. Then a
    // second heartbeat is necessary.
    for (let beats = 0; beats < 2 && !signal.aborted && lease.leftMs() < leastMs; beats += 1) {
      await heartbeats.beat();
    }
    if (!signal.aborted && lease.leftMs() < leastMs) lease.finish();
    if (signal.aborted) throw new LeaseEndedError('The lease has ended.');
    onCall();
  };
}
