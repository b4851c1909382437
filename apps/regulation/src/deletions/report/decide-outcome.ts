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
  'The destination was deleted while a worker had the deletion, which may have been carried out in part.';

/** What a decision needs to know of a running job. */
export interface RunningJob {
  readonly attempt: number;
  readonly users: readonly string[];
  /** Milliseconds since the destination accepted the order; undefined when it has not. */
  readonly acceptedForMs?: number;
  /** Days after which an accepted order is given up. */
  readonly acceptedDays: number;
  /** How often in a row its destination was to be left alone. */
  readonly delays: number;
  /** How often in a row a job failed there. */
  readonly failures: number;
  /** Its destination was deleted meanwhile: nobody can try again. */
  readonly isOrphaned: boolean;
}

/** Users who get a job of their own, and why. */
export interface LeavingUsers {
  readonly regulationIds: readonly string[];
  readonly reason: string;
}

/** What becomes of a job. */
export interface Decision {
  readonly state: Exclude<DeletionState, 'running' | 'canceled'>;
  readonly attempt: number;
  readonly reason: string | null;
  /** Milliseconds from now until it may be claimed, where it waits. */
  readonly waitMs?: number;
  readonly record?: DeletionRecord;
  /** The destination has accepted the order; it is asked there. */
  readonly statusUrl?: string;
  /** Users that leave, each group for a job of its own, which is aborted. */
  readonly leaving?: readonly LeavingUsers[];
  /** Half of the users leave for a second job that waits as this one does. */
  readonly split?: true;
  /** Milliseconds for which the destination is left alone; 0 where it works again; absent: as before. */
  readonly laneDelayMs?: number;
}

/**
 * Decides what becomes of a job.
 *
 * @param random from 0 up to 1, for delays that we choose
 */
export function decideOutcome(job: RunningJob, outcome: JobOutcome, random: number): Decision {
  const { attempt, acceptedForMs, acceptedDays } = job;
  const isOpen = outcome.status !== 'complete' && outcome.status !== 'aborted';
  if (isOpen && job.isOrphaned) return aborted(attempt, ORPHANED);
  if (isOpen && acceptedForMs !== undefined && acceptedForMs >= acceptedDays * DAY_MS) {
    return aborted(
      attempt,
      `The destination accepted the deletion and has not said for ${acceptedDays} days that it is done. Ask its operator how it stands.`,
    );
  }
  switch (outcome.status) {
    case 'complete':
      return { ...completed(job, outcome), laneDelayMs: 0 };
    case 'accepted':
      return {
        ...waiting(attempt, null, delayAfterAccepted(outcome.retryAfterMs)),
        ...{ statusUrl: outcome.statusUrl, laneDelayMs: 0 },
      };
    case 'refused':
      if (job.users.length <= 1) return aborted(attempt, outcome.reason);
      return { ...waiting(attempt, outcome.reason), split: true, laneDelayMs: 0 };
    case 'failed':
      return {
        ...failed(attempt, outcome, random),
        // Where only the state of an order is asked for, other jobs need not wait for the answer.
        ...(acceptedForMs === undefined && {
          laneDelayMs: delayBetweenFailures(job.failures, random),
        }),
      };
    case 'delayed': {
      const waitMs = delayOfDestination(job.delays, outcome.retryAfterMs, random);
      if (acceptedForMs !== undefined) {
        return waiting(attempt, outcome.reason, Math.max(waitMs, delayAfterAccepted()));
      }
      return { ...waiting(attempt, outcome.reason, waitMs), laneDelayMs: waitMs };
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
  const left = groups.reduce((sum, { regulationIds }) => sum + regulationIds.length, 0);
  if (left < users.length) return { ...done, leaving: groups };
  // No user is done: the job stays with the last group.
  const [last, ...others] = [...groups].reverse();
  return { ...aborted(attempt, last?.reason ?? ''), leaving: others };
}

/** In the order of the job's users: those that go together at the place of the first of them. */
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
