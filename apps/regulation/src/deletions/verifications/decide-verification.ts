import type { VerificationReport } from '@lethe/api/deletions';
import type { DeletionRecord, VerificationState } from '@lethe/contracts';
import {
  delayAfterFailure,
  delayBetweenFailures,
  delayOfDestination,
  MOST_FAILURES,
} from '../report/retry-policy.js';

export interface RunningVerification {
  readonly attempt: number;
  /** Ids of the regulations of the deletion job. */
  readonly users: readonly string[];
  /** Number of consecutive delays of the destination. */
  readonly delays: number;
  /** Number of consecutive failures of the destination. */
  readonly failures: number;
}

export interface VerificationDecision {
  readonly state: Exclude<VerificationState, 'running'>;
  readonly attempt: number;
  readonly reason: string | null;
  /** Milliseconds from now until a waiting verification can be claimed. Absent after the end. */
  readonly waitMs?: number;
  readonly record?: DeletionRecord;
  /** Number of rows, keys or records by id of a regulation. */
  readonly found?: Readonly<Record<string, number>>;
  readonly doubtful?: readonly string[];
  /** As in `Decision`. */
  readonly queueDelayMs?: number;
}

/**
 * Decides the next state of a verification. A user in doubt is never absent: if some users are in
 * doubt and none was found, the verification could not be carried out.
 *
 * @param random from 0 up to 1, for the jitter of delays
 */
export function decideVerification(
  { attempt, users, delays, failures }: RunningVerification,
  outcome: VerificationReport,
  random: number,
): VerificationDecision {
  switch (outcome.status) {
    case 'verified': {
      const isOfJob = new Set(users);
      const found = (outcome.found ?? []).filter((user) => isOfJob.has(user.regulationId));
      const doubtful = (outcome.doubtful ?? []).filter((id) => isOfJob.has(id));
      const state =
        found.length > 0 ? 'found' : doubtful.length > 0 ? 'cannot_be_checked' : 'absent';
      return {
        ...{ state, attempt, record: outcome.record, queueDelayMs: 0 },
        reason: doubtful.length > 0 ? (outcome.reason ?? null) : null,
        ...(found.length > 0 && { found: countsOf(found) }),
        ...(doubtful.length > 0 && { doubtful }),
      };
    }
    case 'cannot_be_checked':
      return { state: 'cannot_be_checked', attempt, reason: outcome.reason };
    case 'failed': {
      const failed = attempt + 1;
      const queueDelayMs = delayBetweenFailures(failures, random);
      const { reason } = outcome;
      if (failed >= MOST_FAILURES) {
        return { state: 'cannot_be_checked', attempt: failed, reason, queueDelayMs };
      }
      const waitMs = delayAfterFailure(failed, outcome.retryAfterMs, random);
      return { state: 'failed', attempt: failed, reason, waitMs, queueDelayMs };
    }
    case 'delayed': {
      const waitMs = delayOfDestination(delays, outcome.retryAfterMs, random);
      const { reason } = outcome;
      return { state: 'pending', attempt, reason, waitMs, queueDelayMs: waitMs };
    }
    case 'released':
      return { state: 'pending', attempt, reason: null, waitMs: 0 };
  }
}

function countsOf(
  found: readonly { readonly regulationId: string; readonly count: number }[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { regulationId, count } of found) {
    counts[regulationId] = (counts[regulationId] ?? 0) + count;
  }
  return counts;
}
