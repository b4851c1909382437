import type { JsonObject } from '@lethe/contracts';
import {
  LeaseEndedError,
  outcomes,
  type DeletionInput,
  type Unanswered,
} from '@lethe/destinations';
import { inSpan, type OpenSpan } from '@lethe/observability';
import type { Clock } from '../clock.js';
import { createBeforeCall } from '../leases/before-call.js';
import type { Heartbeats } from '../leases/heartbeats.js';
import type { LeasedDestination } from '../leases/leased-destination.js';
import type { TokenBuckets } from '../rate/token-buckets.js';
import type { DeletionParts } from './deletion-parts.js';
import type { Pass } from './pass.js';
import type { Target } from './target-of.js';
import { Watch } from './watch.js';

export interface WorkOptions {
  readonly parts: DeletionParts;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly heartbeats: Pick<Heartbeats, 'beat'>;
  readonly buckets: TokenBuckets;
  /** Returns true if the worker is stopping and has ended the leases. */
  readonly hasStopped: () => boolean;
}

type Failed = ReturnType<typeof outcomes.failed>;
type Delayed = ReturnType<typeof outcomes.delayed>;

export interface ProviderCall<Outcome extends { readonly status: string }> {
  /** Name of the span. */
  readonly name: string;
  readonly run: (input: DeletionInput) => Promise<Outcome>;
  /** Whether an outcome counts, even if the lease ended during the call. */
  readonly isFinal: (outcome: Outcome) => boolean;
  /** Called with the outcome, or with `error` or `interrupted`. */
  readonly onEnd: (result: Outcome['status'] | 'error' | 'interrupted') => void;
}

/**
 * Calls the provider of a destination for all users of a pass.
 *
 * @returns undefined if the lease ended, or the worker stopped, before the call was done
 */
export function callProvider<Outcome extends { readonly status: string }>(
  target: Target,
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
  call: ProviderCall<Outcome>,
): Promise<Outcome | Failed | undefined> {
  return inSpan(call.name, { side: 'client' }, (span) =>
    callInSpan(target, holding, pass, options, call, span),
  );
}

async function callInSpan<Outcome extends { readonly status: string }>(
  target: Target,
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
  { run, isFinal, onEnd }: ProviderCall<Outcome>,
  span: OpenSpan,
): Promise<Outcome | Failed | undefined> {
  const { parts, clock, buckets } = options;
  const { type, config, workspaceId, id: destinationId } = target;
  const bucket = buckets.of({ workspaceId, destinationId }, parts.rateOf(type));
  const watch = new Watch(clock, holding.lease.signal);
  let calls = 0;
  const { signal } = watch;
  // `accepted` and `progress` are equal for all jobs of a pass.
  const [{ jobId, accepted, progress }] = pass;
  const input: DeletionInput = {
    jobId,
    workspaceId,
    destinationId,
    destinationType: type,
    config,
    users: pass.flatMap(({ users }) => users),
    ...(accepted === undefined ? {} : { accepted }),
    ...(progress === undefined ? {} : { progress }),
    beforeCall: createBeforeCall({
      ...options,
      lease: holding.lease,
      bucket,
      signal,
      onAllowed: (seconds) => parts.metrics?.waited(type, seconds),
      onCall: () => {
        calls += 1;
        watch.note();
      },
    }),
    saveProgress: (saved: JsonObject) => {
      watch.note();
      if (holding.saveProgress(pass, saved)) return;
      parts.onDefect('progress', new RangeError('too long'), { workspaceId, destinationId });
    },
    signal,
  };
  let result: Outcome['status'] | 'error' | 'interrupted' = 'error';
  try {
    const outcome = await watch.over(run(input));
    if (outcome !== undefined && isLimit(outcome)) bucket.slowDown();
    // If the worker aborted the call, the outcome of the provider only says that no answer arrived.
    const isInterrupted = signal.aborted && !(outcome !== undefined && isFinal(outcome));
    result = isInterrupted ? 'interrupted' : (outcome?.status ?? 'interrupted');
    if (isInterrupted) return watch.isOver ? NEVER_ENDED : undefined;
    return outcome;
  } catch (error) {
    if (error instanceof LeaseEndedError || signal.aborted) result = 'interrupted';
    if (watch.isOver) return NEVER_ENDED;
    if (result === 'interrupted') return undefined;
    parts.onDefect('provider', error, { workspaceId, destinationId });
    return OUR_MISTAKE;
  } finally {
    onEnd(result);
    span.note({ 'lethe.destination.type': type, 'lethe.outcome': result, 'lethe.calls': calls });
    watch.end();
  }
}

function isLimit(outcome: { readonly status: string }): boolean {
  const { unanswered = [] } = outcome as { readonly unanswered?: readonly Unanswered[] };
  return [outcome, ...unanswered.map((one) => one.outcome)].some(
    (one) => one.status === 'delayed' && (one as Delayed).cause === 'limit',
  );
}

const NEVER_ENDED = outcomes.failed('The call to the destination did not end within one hour.');

const OUR_MISTAKE = outcomes.failed(
  'The attempt failed because of an internal error. The operator finds the cause in the log of the deletion worker.',
);
