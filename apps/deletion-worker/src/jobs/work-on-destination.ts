import type { JobOutcome } from '@lethe/api/deletions';
import type { DeletionTarget } from '@lethe/catalog';
import type { JsonObject } from '@lethe/contracts';
import { deletionRefusal } from '@lethe/destination-definitions';
import {
  LeaseEndedError,
  outcomes,
  type DeletionOutcome,
  type DeletionProvider,
} from '@lethe/destinations';
import { inSpan, type OpenSpan } from '@lethe/observability';
import type { Clock } from '../clock.js';
import type { Heartbeats } from '../leases/heartbeats.js';
import type { Holding } from '../leases/holding.js';
import type { TokenBuckets } from '../rate/token-buckets.js';
import { boundOutcome } from '../reports/bound-outcome.js';
import type { JobReport } from '../reports/pending-report.js';
import type { CallOutcome } from '../worker-metrics.js';
import { createBeforeCall } from '../leases/before-call.js';
import { createHideSecrets } from '../reports/hide-secrets.js';
import type { DeletionParts } from './deletion-parts.js';
import { halvesOf, passesOf, type Pass } from './pass.js';
import { toJobOutcome } from './to-job-outcome.js';
import { Watch } from './watch.js';

export interface WorkOptions {
  readonly parts: DeletionParts;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly heartbeats: Pick<Heartbeats, 'beat'>;
  readonly buckets: TokenBuckets;
  /** Whether the worker has ended the leases because it stops. */
  readonly hasStopped: () => boolean;
}

/**
 * Deletes what is in hand of one destination.
 *
 * @returns what to report: nothing of jobs that are no longer ours
 */
export async function workOnDestination(
  holding: Holding,
  options: WorkOptions,
): Promise<readonly JobReport[]> {
  const reports: JobReport[] = [];
  for (const pass of passesOf(holding.claimed.jobs)) {
    const outcomes = await workOnPass(holding, pass, options);
    reports.push(
      ...pass.flatMap((job, index) => {
        const outcome = outcomes[index];
        return outcome === undefined || !holding.has(job.jobId)
          ? []
          : [{ jobId: job.jobId, outcome }];
      }),
    );
  }
  return reports;
}

/** @returns an outcome for each job, in their order; none when the lease has ended */
async function workOnPass(
  holding: Holding,
  pass: Pass,
  options: WorkOptions,
): Promise<readonly (JobOutcome | undefined)[]> {
  const { parts } = options;
  const { workspaceId, destinationId } = holding.claimed;
  const { signal } = holding.lease;
  const all = (outcome: JobOutcome | undefined) => pass.map(() => outcome);
  // Of several jobs some may have been lost, which ends the work on all: the others are given back.
  const unfinished = () =>
    options.hasStopped() || holding.lease.leftMs() > 0 ? all(RELEASED) : all(undefined);
  if (signal.aborted) return unfinished();
  let target: DeletionTarget | undefined;
  try {
    target = await parts.findTarget(workspaceId, destinationId);
  } catch (error) {
    parts.onDefect('catalog', error, { workspaceId, destinationId });
    return all(UNREADABLE);
  }
  if (target === undefined) return all(GONE);
  // The users came with the identifiers of the type that was ordered: this one might find nobody by them.
  if (target.type !== holding.claimed.destinationType) return all(OTHER_TYPE);
  const outcome = await deleteAt(target, holding, pass, options);
  if (outcome === undefined) return unfinished();
  if (outcome.status === 'refused' && pass.length > 1) {
    // One user may be the reason, and a job of one user would be aborted for that of another job.
    const [first, second] = halvesOf(pass);
    const outcomes = await workOnPass(holding, first, options);
    return [...outcomes, ...(await workOnPass(holding, second, options))];
  }
  const hideSecrets = createHideSecrets(target);
  return pass.map((job) => boundOutcome(toJobOutcome(outcome, job), hideSecrets));
}

/** @returns undefined when the lease has ended, or the worker stops, before it was done */
function deleteAt(
  target: DeletionTarget,
  holding: Holding,
  pass: Pass,
  options: WorkOptions,
): Promise<DeletionOutcome | undefined> {
  return inSpan('delete', { side: 'client' }, (span) =>
    callProvider(target, holding, pass, options, span),
  );
}

async function callProvider(
  target: DeletionTarget,
  holding: Holding,
  pass: Pass,
  options: WorkOptions,
  span: OpenSpan,
): Promise<DeletionOutcome | undefined> {
  const { parts, clock, buckets } = options;
  const { type, config, workspaceId, id: destinationId } = target;
  const refusal = deletionRefusal(type, config, target.connectionMode);
  const provider = refusal === undefined ? parts.providerOf(type) : undefined;
  if (provider === undefined) {
    const why = refusal ?? `is of type ${type}, at which nobody deletes`;
    return outcomes.aborted('unsupported', `The destination ${why}.`);
  }
  const bucket = buckets.of({ workspaceId, destinationId }, parts.rateOf(type));
  const watch = new Watch(clock, holding.lease.signal);
  let calls = 0;
  const { signal } = watch;
  const [{ jobId, accepted, progress }] = pass; // all of a pass stand where its first job does
  const input: Parameters<DeletionProvider['delete']>[0] = {
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
      onTurn: (seconds) => parts.metrics?.waited(type, seconds),
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
  let result: CallOutcome = 'error';
  try {
    const outcome = await watch.over(provider.delete(input));
    if (outcome?.status === 'delayed' && outcome.cause === 'limit') bucket.slowDown();
    // Of a call that we ended ourselves the provider knows only that there was no answer.
    const isInterrupted = signal.aborted && !isFinal(outcome);
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
    parts.metrics?.called(type, result);
    span.note({ 'lethe.destination.type': type, 'lethe.outcome': result, 'lethe.calls': calls });
    watch.end();
  }
}

function isFinal(outcome: DeletionOutcome | undefined): boolean {
  return ['complete', 'accepted', 'aborted'].includes(outcome?.status ?? '');
}

const RELEASED: JobOutcome = { status: 'released', reason: 'The worker could not go on.' };

/** For a reason of ours: the destination is left alone for growing times. */
const UNREADABLE = outcomes.delayed(
  'outage',
  'The configuration of the destination could not be read: the database was away, or a secret in it cannot be opened. The operator finds the cause in the log of the deletion worker.',
);

const GONE: JobOutcome = {
  status: 'aborted',
  reason: 'The destination no longer exists, so nothing was deleted there.',
};

const OTHER_TYPE: JobOutcome = {
  status: 'aborted',
  reason:
    'The destination was made anew with another type after the deletion was ordered, so the deletion was not carried out there. Create a new regulation.',
};

const NEVER_ENDED = outcomes.failed(
  'The destination was called, and the call did not end within an hour.',
);

const OUR_MISTAKE = outcomes.failed(
  'The deletion failed for a reason of our own. It will be tried again.',
);
