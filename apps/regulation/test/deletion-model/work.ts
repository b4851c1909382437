import type { ClaimedJob, JobOutcome } from '@lethe/api/deletions';
import type { Outcome } from './steps.js';

export interface Work {
  readonly claimId: string;
  readonly destinationId: string;
  readonly job: ClaimedJob;
  readonly called: Set<string>;
  /** Milliseconds until the lease ends by the clock of the database. */
  leftMs: number;
  /** Whether the lease has expired at some time. Another worker can have the job since then. */
  isOver: boolean;
  /** Whether a sweep ran after the lease had expired. */
  isGone: boolean;
  /** Whether the lease has expired by the clock of the worker. */
  isStopped: boolean;
  reported?: JobOutcome;
  /** Whether the report was sent again, possibly concurrently. */
  isRepeated?: boolean;
}

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
