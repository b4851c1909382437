import { LeaseEndedError } from '@lethe/destinations';
import type { Heartbeats } from './heartbeats.js';
import type { Lease } from './lease.js';
import type { TokenBucket } from '../rate/token-bucket.js';

/**
 * Least that must be left of a lease when a call begins: what is on its way to the socket when the check
 * is done begins within it. The call itself may take longer; it has its own limit of 10 s.
 */
const LEAST_LEFT_MS = 1_000;

export interface BeforeCallOptions {
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly heartbeats: Pick<Heartbeats, 'beat'>;
  readonly bucket: TokenBucket;
  /** Ends with the lease, also when the worker stops. */
  readonly signal: AbortSignal;
  /** The call had its turn, after so many seconds. */
  readonly onTurn: (seconds: number) => void;
  /** A call begins. */
  readonly onCall: () => void;
}

/**
 * Makes what a provider waits for before each call: first for the destination's turn, then for a lease with
 * enough time left, which is looked at last.
 *
 * @returns throws LeaseEndedError where nothing may be called any more
 */
export function createBeforeCall(options: BeforeCallOptions): () => Promise<void> {
  const { lease, leaseMs, heartbeats, bucket, signal, onTurn, onCall } = options;
  const leastMs = Math.min(LEAST_LEFT_MS, leaseMs / 10);
  return async () => {
    const waitsSince = performance.now();
    await bucket.take(signal);
    onTurn((performance.now() - waitsSince) / 1_000);
    // Twice: the first one may have left before this lease was among those that it asks for.
    for (let asked = 0; asked < 2 && !signal.aborted && lease.leftMs() < leastMs; asked += 1) {
      await heartbeats.beat();
    }
    if (!signal.aborted && lease.leftMs() < leastMs) lease.finish();
    if (signal.aborted) throw new LeaseEndedError('The lease has ended.');
    onCall();
  };
}
