import type { DeletionRecord } from '@lethe/contracts';
import type { DeletionOutcome, RefusedUser } from '../deletion-provider.js';

/** What ends a deletion that is neither done nor accepted. */
export type Judgement = Exclude<DeletionOutcome, { readonly status: 'complete' | 'accepted' }>;
type Of<Status extends DeletionOutcome['status']> = Extract<DeletionOutcome, { status: Status }>;

/** Done, but for the users that are named. */
export function complete(
  record: DeletionRecord,
  refusedUsers: readonly RefusedUser[] = [],
): Of<'complete'> {
  return {
    status: 'complete',
    record,
    ...(refusedUsers.length === 0 ? {} : { refused: refusedUsers }),
  };
}

/** The destination goes on by itself. */
export function accepted(statusUrl: string, retryAfterMs?: number): Of<'accepted'> {
  return { status: 'accepted', statusUrl, ...after(retryAfterMs) };
}

/** It refuses the call because of one of the users, and does not say which. */
export function refused(reason: string): Of<'refused'> {
  return { status: 'refused', reason };
}

/** Worth another try, which counts. */
export function failed(reason: string, retryAfterMs?: number): Of<'failed'> {
  return { status: 'failed', reason, ...after(retryAfterMs) };
}

/** Not the job's fault: the destination is left alone for a while. */
export function delayed(
  cause: Of<'delayed'>['cause'],
  reason: string,
  retryAfterMs?: number,
): Of<'delayed'> {
  return { status: 'delayed', cause, reason, ...after(retryAfterMs) };
}

/** No retry can mend it. */
export function aborted(cause: Of<'aborted'>['cause'], reason: string): Of<'aborted'> {
  return { status: 'aborted', cause, reason };
}

function after(retryAfterMs: number | undefined): { readonly retryAfterMs?: number } {
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}
