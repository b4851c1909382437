import type { AttemptOutcome } from './deletion-attempt.js';
import type { DeletionState, RegulationStatus } from './regulation-states.js';
import type { VerificationState } from './verification.js';

/**
 * Texts that show a state to users. The API, the command line and metric labels use the name of the
 * state instead.
 */
export interface StateWords {
  /** Used in the console, in alerts and in the docs. */
  readonly words: string;
  /** One sentence for the docs and the reference. */
  readonly meaning: string;
}

/**
 * The words of the states are defined only in this file. The console imports them as
 * `@lethe/contracts/state-words`, so this file must import only types. `npm run docs` writes
 * docs/states.md from this file.
 */
export const REGULATION_STATUS_WORDS: Readonly<Record<RegulationStatus, StateWords>> = {
  active: {
    words: 'Active',
    meaning: 'The regulation suppresses the user and orders no deletion.',
  },
  deleting: { words: 'Deleting', meaning: 'At least one deletion has not ended.' },
  deleted: { words: 'Deleted', meaning: 'All deletions that the regulation ordered are complete.' },
  partially_deleted: {
    words: 'Partially deleted',
    meaning:
      'All deletions have ended: some are complete, or were complete before data was found again, and some failed permanently or were closed with an exception.',
  },
  deletion_failed: {
    words: 'Deletion failed',
    meaning: 'All deletions have ended, and none was ever complete.',
  },
  canceled: {
    words: 'Canceled',
    meaning: 'A person canceled the regulation. Data that was already deleted stays deleted.',
  },
};

export const DELETION_STATE_WORDS: Readonly<Record<DeletionState, StateWords>> = {
  pending: { words: 'Waiting', meaning: 'The deletion waits for its start time or for a worker.' },
  running: { words: 'Running', meaning: 'A worker is processing the deletion.' },
  complete: {
    words: 'Complete',
    meaning:
      'The destination confirmed the deletion, or it accepted the order and offers no way to check the result. In the second case, a note in the record says so.',
  },
  failed: { words: 'Failed, will retry', meaning: 'An attempt failed, and another one follows.' },
  aborted: {
    words: 'Failed permanently',
    meaning: 'No further attempt follows, unless a person retries the deletion.',
  },
  canceled: {
    words: 'Canceled',
    meaning: 'The regulations of all its users were canceled before the data was deleted.',
  },
  excepted: {
    words: 'Closed with an exception',
    meaning: 'The deletion failed permanently, and a person recorded why it cannot be carried out.',
  },
};

export const ATTEMPT_OUTCOME_WORDS: Readonly<Record<AttemptOutcome, StateWords>> = {
  complete: DELETION_STATE_WORDS.complete,
  accepted: {
    words: 'Handed over',
    meaning: 'The destination accepted the order, and has not yet confirmed the deletion.',
  },
  delayed: {
    words: 'Postponed',
    meaning:
      'The destination limited requests, reported a conflict, or was unreachable. This does not count as a failure.',
  },
  failed: {
    words: 'Failed',
    meaning:
      'The attempt failed, and another one followed. After 4 failures, the deletion fails permanently.',
  },
  refused: {
    words: 'Refused as a batch',
    meaning: 'The destination refused the batch of users, so Lethe split the job.',
  },
  released: {
    words: 'Given back',
    meaning: 'The worker stopped before it called the destination.',
  },
  aborted: { words: 'Failed permanently', meaning: 'No automatic attempt followed.' },
  retried: { words: 'Retried', meaning: 'Not an attempt: a person requested a new job.' },
  excepted: DELETION_STATE_WORDS.excepted,
  found: {
    words: 'Ordered again',
    meaning:
      'Not an attempt: a verification found data of suppressed users again, and Lethe ordered a new job.',
  },
};

export const VERIFICATION_STATE_WORDS: Readonly<Record<VerificationState, StateWords>> = {
  pending: {
    words: 'Check waits',
    meaning: 'The verification waits for its time or for a worker.',
  },
  running: { words: 'Checking', meaning: 'A worker is asking the destination.' },
  failed: {
    words: 'Check failed, will retry',
    meaning: 'The destination could not be asked, and another attempt follows.',
  },
  absent: { words: 'Absent', meaning: 'The destination was asked, and has no data of the user.' },
  found: { words: 'Found again', meaning: 'The destination was asked, and has data of the user.' },
  cannot_be_checked: {
    words: 'Cannot be checked',
    meaning:
      'The destination cannot be asked, could not be asked in time, or has rows that may belong to the user but do not say so clearly. The reason says which.',
  },
};

/**
 * Words of the conditions that a deletion has in addition to its state. In the API, a condition is
 * a member of a deletion job, and a parameter of the list of jobs.
 */
export const CONDITION_WORDS = {
  overdue: {
    words: 'Overdue',
    meaning:
      '`dueAt` has passed, and the deletion is still waiting, running, on hold or to be retried. A deletion that failed permanently also counts, unless it was retried, canceled or closed with an exception since.',
  },
  needsAttention: {
    words: 'Needs attention',
    meaning:
      'The deletion failed permanently. The condition ends when a person closes the deletion with an exception, or when, for each of its users, a person has retried the deletion or canceled the regulation.',
  },
  held: { words: 'On hold', meaning: 'The deletion waits until an operator releases it.' },
  foundAgain: {
    words: 'Data found again',
    meaning:
      'A verification found data of a user after the deletion was complete, and no later verification or exception has settled that.',
  },
} as const satisfies Readonly<Record<string, StateWords>>;

/**
 * Words of the states of a destination queue. The jobs in the queue have separate states. In the
 * API, `pausedAt` and `delayedUntil` are members of a destination in the summary of deletion jobs.
 */
export const QUEUE_WORDS = {
  pausedAt: { words: 'Paused', meaning: 'No job begins until a person resumes the deletions.' },
  delayedUntil: {
    words: 'Backing off',
    meaning:
      'After a limit, a conflict, an outage or a failure, no job begins before `delayedUntil`.',
  },
  idle: { words: 'Nothing open', meaning: 'No job is waiting, running or to be retried.' },
} as const satisfies Readonly<Record<string, StateWords>>;

/** Number of days before its deadline from which an undone deletion counts as due soon. */
export const DUE_SOON_DAYS = 7;

/** Returns the meanings of states as one text for the API reference. */
export function describeStates(states: Readonly<Record<string, StateWords>>): string {
  return Object.entries(states)
    .map(([name, { meaning }]) => `\`${name}\`: ${meaning}`)
    .join(' ');
}
