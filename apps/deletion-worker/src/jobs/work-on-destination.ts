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
import type { LeasedDestination } from '../leases/leased-destination.js';
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
  /** Returns true if the worker is stopping and has ended the leases. */
  readonly hasStopped: () => boolean;
}

/**
 * Carries out the leased jobs of one destination.
 *
 * @returns reports of the jobs whose lease was not lost
 */
export async function workOnDestination(
  holding: LeasedDestination,
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

/**
 * @returns for each job, in the sequence of the jobs, its outcome, or undefined if the lease has
 * ended
 */
async function workOnPass(
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
): Promise<readonly (JobOutcome | undefined)[]> {
  const { parts } = options;
  const { workspaceId, destinationId } = holding.claimed;
  const { signal } = holding.lease;
  const all = (outcome: JobOutcome | undefined) => pass.map(() => outcome);
  // A lost lease of one job ends the work on all jobs of the pass. The other jobs are released.
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
  // The identifiers were chosen for the type that the destination had when the deletion was
  // requested. With these identifiers, a destination of another type does not always find
  // the users.
  if (target.type !== holding.claimed.destinationType) return all(OTHER_TYPE);
  const outcome = await deleteAt(target, holding, pass, options);
  if (outcome === undefined) return unfinished();
  if (outcome.status === 'refused' && pass.length > 1) {
    // A single user can be the cause of the refusal. A job must not fail because of a user of
    // another job.
    const [first, second] = halvesOf(pass);
    const outcomes = await workOnPass(holding, first, options);
    return [...outcomes, ...(await workOnPass(holding, second, options))];
  }
  const hideSecrets = createHideSecrets(target);
  return pass.map((job) => boundOutcome(toJobOutcome(outcome, job), hideSecrets));
}

/** @returns undefined if the lease ended, or the worker stopped, before the deletion was done */
function deleteAt(
  target: DeletionTarget,
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
): Promise<DeletionOutcome | undefined> {
  return inSpan('delete', { side: 'client' }, (span) =>
    callProvider(target, holding, pass, options, span),
  );
}

async function callProvider(
  target: DeletionTarget,
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
  span: OpenSpan,
): Promise<DeletionOutcome | undefined> {
  const { parts, clock, buckets } = options;
  const { type, config, workspaceId, id: destinationId } = target;
  const refusal = deletionRefusal(type, config, target.connectionMode);
  const provider = refusal === undefined ? parts.providerOf(type) : undefined;
  if (provider === undefined) {
    const why = refusal ?? `is of type ${type}, and this deletion worker cannot delete users there`;
    return outcomes.aborted('unsupported', `The destination ${why}.`);
  }
  const bucket = buckets.of({ workspaceId, destinationId }, parts.rateOf(type));
  const watch = new Watch(clock, holding.lease.signal);
  let calls = 0;
  const { signal } = watch;
  // `accepted` and `progress` are equal for all jobs of a pass.
  const [{ jobId, accepted, progress }] = pass;
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
  let result: CallOutcome = 'error';
  try {
    const outcome = await watch.over(provider.delete(input));
    if (outcome?.status === 'delayed' && outcome.cause === 'limit') bucket.slowDown();
    // If the worker aborted the call, the outcome of the provider only says that no answer arrived.
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

const RELEASED: JobOutcome = {
  status: 'released',
  reason: 'The worker could not continue, and gave the job back.',
};

/**
 * The cause is internal. After the outcome `delayed`, the service waits before it gives out jobs of
 * this destination again, longer after each attempt.
 */
const UNREADABLE = outcomes.delayed(
  'outage',
  'The configuration of the destination could not be read: the database was unavailable, or a secret could not be decrypted. The operator finds the cause in the log of the deletion worker.',
);

const GONE: JobOutcome = {
  status: 'aborted',
  reason: 'The destination no longer exists, so nothing was deleted there.',
};

const OTHER_TYPE: JobOutcome = {
  status: 'aborted',
  reason:
    'The destination was recreated with another type after the deletion was ordered, so the deletion was not carried out. Create a new regulation.',
};

const NEVER_ENDED = outcomes.failed('The call to the destination did not end within one hour.');

const OUR_MISTAKE = outcomes.failed(
  'The deletion failed because of an internal error. The operator finds the cause in the log of the deletion worker.',
);
