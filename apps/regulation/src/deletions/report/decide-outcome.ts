import type { JobOutcome } from '@lethe/api/deletions';
import { type DeletionRecord, type DeletionState, type RefusedUser } from '@lethe/contracts';
import {
  delayAfterAccepted,
  delayAfterFailure,
  delayBetweenFailures,
  delayOfDestination,
  MOST_FAILURES,
} from './retry-policy.js';

const DAY_MS = 24 * 3_600_000;

const ORPHANED =
  'The destination was deleted while a worker had leased the job. It is unknown how much was deleted.';

export interface RunningJob {
  readonly attempt: number;
  readonly users: readonly string[];
  /** Milliseconds since the destination accepted the deletion request; undefined before it does. */
  readonly acceptedForMs?: number;
  /** Days after which an accepted deletion fails permanently. */
  readonly acceptedDays: number;
  /** Number of consecutive delays of the destination. */
  readonly delays: number;
  /** Number of consecutive failures of the destination. */
  readonly failures: number;
  /**
   * Whether the destination was deleted during the attempt, so that no further attempt can follow.
   */
  readonly isOrphaned: boolean;
}

/** Users that move together to a separate job, and the reason. */
export interface LeavingUsers {
  readonly regulationIds: readonly string[];
  readonly reason: string;
}

export interface Decision {
  readonly state: Exclude<DeletionState, 'running' | 'canceled'>;
  readonly attempt: number;
  readonly reason: string | null;
  /** Milliseconds from now until a waiting job can be claimed. */
  readonly waitMs?: number;
  readonly record?: DeletionRecord;
  /** The address to poll for the state of an accepted deletion. */
  readonly statusUrl?: string;
  /** Groups of users. Each group moves to a new `aborted` job. */
  readonly leaving?: readonly LeavingUsers[];
  /** Half of the users move to a second job, which waits like the present job. */
  readonly split?: true;
  /**
   * Backoff of the queue in milliseconds. 0 ends the backoff, because the destination works.
   * Without this member, the backoff does not change.
   */
  readonly queueDelayMs?: number;
}

/**
 * Decides the next state of a job.
 *
 * @param random from 0 up to 1, for the jitter of delays
 */
export function decideOutcome(job: RunningJob, outcome: JobOutcome, random: number): Decision {
  const { attempt, acceptedForMs, acceptedDays } = job;
  const isOpen = outcome.status !== 'complete' && outcome.status !== 'aborted';
  if (isOpen && job.isOrphaned) return aborted(attempt, ORPHANED);
  if (isOpen && acceptedForMs !== undefined && acceptedForMs >= acceptedDays * DAY_MS) {
    return aborted(
      attempt,
      `The destination accepted the deletion, but did not confirm within ${acceptedDays} days that it is done. Ask the operator of the destination for the state.`,
    );
  }
  switch (outcome.status) {
    case 'complete':
      return { ...completed(job, outcome), queueDelayMs: 0 };
    case 'accepted':
      return {
        ...waiting(attempt, null, delayAfterAccepted(outcome.retryAfterMs)),
        ...{ statusUrl: outcome.statusUrl, queueDelayMs: 0 },
      };
    case 'refused':
      if (job.users.length <= 1) return aborted(attempt, outcome.reason);
      return { ...waiting(attempt, outcome.reason), split: true, queueDelayMs: 0 };
    case 'failed':
      return {
        ...failed(attempt, outcome, random),
        // A failed poll for the state of an accepted deletion need not delay other jobs.
        ...(acceptedForMs === undefined && {
          queueDelayMs: delayBetweenFailures(job.failures, random),
        }),
      };
    case 'delayed': {
      const waitMs = delayOfDestination(job.delays, outcome.retryAfterMs, random);
      if (acceptedForMs !== undefined) {
        return waiting(attempt, outcome.reason, Math.max(waitMs, delayAfterAccepted()));
      }
      return { ...waiting(attempt, outcome.reason, waitMs), queueDelayMs: waitMs };
    }
    case 'aborted':
      return aborted(attempt, outcome.reason);
    case 'released':
      return waiting(attempt, null);
  }
}

function completed(
  { attempt, users }: RunningJob,
  { record, refused = [] }: Extract<JobOutcome, { status: 'complete' }>,
): Decision {
  const groups = groupsOf(users, refused);
  const done: Decision = { state: 'complete', attempt, reason: null, record };
  if (groups.length === 0) return done;
  const refusedUsers = groups.reduce((sum, { regulationIds }) => sum + regulationIds.length, 0);
  if (refusedUsers < users.length) return { ...done, leaving: groups };
  // No user was deleted, so the present job keeps the users of the last group.
  const [last, ...others] = [...groups].reverse();
  return { ...aborted(attempt, last?.reason ?? ''), leaving: others };
}

/**
 * Groups the refused users. Users that were refused together for the same reason are one group.
 * Each other refused user gets a separate group. The groups are sorted by the position of their
 * first user in the job.
 */
function groupsOf(users: readonly string[], refused: readonly RefusedUser[]): LeavingUsers[] {
  const byUser = new Map(refused.map((user) => [user.regulationId, user]));
  const groups = new Map<string, { regulationIds: string[]; reason: string }>();
  for (const regulationId of users) {
    const user = byUser.get(regulationId);
    if (user === undefined) continue;
    const { reason, together } = user;
    const key = together === true ? `together ${reason}` : regulationId;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { regulationIds: [regulationId], reason });
    else group.regulationIds.push(regulationId);
  }
  return [...groups.values()];
}

function failed(
  before: number,
  { reason, retryAfterMs }: Extract<JobOutcome, { status: 'failed' }>,
  random: number,
): Decision {
  const attempt = before + 1;
  if (attempt >= MOST_FAILURES) return aborted(attempt, reason);
  return {
    state: 'failed',
    attempt,
    reason,
    waitMs: delayAfterFailure(attempt, retryAfterMs, random),
  };
}

function aborted(attempt: number, reason: string): Decision {
  return { state: 'aborted', attempt, reason };
}

function waiting(attempt: number, reason: string | null, waitMs = 0): Decision {
  return { state: 'pending', attempt, reason, waitMs };
}
