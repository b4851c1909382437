import type { DeletionRecord } from '@lethe/contracts';
import type { DeletionOutcome, RefusedUser } from '../deletion-provider.js';

/** Outcome of a deletion that is neither complete nor accepted. */
export type Judgement = Exclude<DeletionOutcome, { readonly status: 'complete' | 'accepted' }>;
type Kind<Status extends DeletionOutcome['status']> = Extract<DeletionOutcome, { status: Status }>;

/**
 * Returns the outcome of a complete deletion. For the refused users, the deletion is not complete.
 */
export function complete(
  record: DeletionRecord,
  refusedUsers: readonly RefusedUser[] = [],
): Kind<'complete'> {
  return {
    status: 'complete',
    record,
    ...(refusedUsers.length === 0 ? {} : { refused: refusedUsers }),
  };
}

/** Returns the outcome for a destination that accepted the deletion and completes it later. */
export function accepted(statusUrl: string, retryAfterMs?: number): Kind<'accepted'> {
  return { status: 'accepted', statusUrl, ...after(retryAfterMs) };
}

/** Returns the outcome of a refused call. One user of the call can be the reason. */
export function refused(reason: string): Kind<'refused'> {
  return { status: 'refused', reason };
}

/** Returns the outcome of an attempt that failed. It counts as a failure. */
export function failed(reason: string, retryAfterMs?: number): Kind<'failed'> {
  return { status: 'failed', reason, ...after(retryAfterMs) };
}

/**
 * Returns the outcome of an attempt that is repeated after a pause. It does not count as a failure.
 */
export function delayed(
  cause: Kind<'delayed'>['cause'],
  reason: string,
  retryAfterMs?: number,
): Kind<'delayed'> {
  return { status: 'delayed', cause, reason, ...after(retryAfterMs) };
}

/** Returns the outcome of a deletion for which no further attempt can succeed. */
export function aborted(cause: Kind<'aborted'>['cause'], reason: string): Kind<'aborted'> {
  return { status: 'aborted', cause, reason };
}

function after(retryAfterMs: number | undefined): { readonly retryAfterMs?: number } {
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}
