import type { ClaimedJob, JobOutcome } from '@lethe/api/deletions';
import type { Outcome } from './steps.js';

/** A job that a worker has. */
export interface Work {
  readonly claimId: string;
  readonly destinationId: string;
  readonly job: ClaimedJob;
  /** Users for whom it has called the destination. */
  readonly called: Set<string>;
  /** Milliseconds of the lease that are left by the clock of the database. */
  leftMs: number;
  /** Whether none were left at some time: somebody else may have the job since. */
  isOver: boolean;
  /** Whether a sweep came by at such a time. */
  isGone: boolean;
  /** Whether the lease is over by the clock of the worker. */
  isStopped: boolean;
  reported?: JobOutcome;
  /** Whether the report was sent once more, maybe at the same time. */
  isRepeated?: boolean;
}

/** @returns what a worker says of a job */
export function outcomeOf(kind: Outcome, { users }: ClaimedJob): JobOutcome {
  const record = { method: 'model' };
  switch (kind) {
    case 'complete':
      return { status: 'complete', record };
    case 'refusing':
      return {
        ...{ status: 'complete', record },
        refused: users.slice(0, 1).map(({ regulationId }) => ({ regulationId, reason: 'no' })),
      };
    case 'accepted':
      return { status: 'accepted', statusUrl: 'https://example.com/status' };
    case 'delayed':
      return { status: 'delayed', cause: 'limit', reason: 'HTTP 429' };
    case 'refused':
    case 'failed':
    case 'aborted':
    case 'released':
      return { status: kind, reason: kind };
  }
}
