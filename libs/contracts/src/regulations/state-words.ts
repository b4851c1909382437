import type { AttemptOutcome } from './deletion-attempt.js';
import type { DeletionState, RegulationStatus } from './regulation-states.js';

/** What a person reads of a state. The API, the command line and the labels of metrics have the name itself. */
export interface StateWords {
  /** In the console, in alerts and in the docs. */
  readonly words: string;
  /** One sentence for the docs and the reference. */
  readonly meaning: string;
}

/**
 * The one place where states get their words. The console imports them as `@lethe/contracts/state-words`, so this file may import
 * nothing but types; `npm run docs` writes docs/states.md.
 */
export const REGULATION_STATUS_WORDS: Readonly<Record<RegulationStatus, StateWords>> = {
  active: { words: 'Active', meaning: 'It orders no deletion.' },
  deleting: { words: 'Deleting', meaning: 'The deletion at one destination or more is not done.' },
  deleted: { words: 'Deleted', meaning: 'The deletion is complete at all destinations.' },
  partially_deleted: {
    words: 'Partially deleted',
    meaning: 'All deletions are final; some are complete, and some failed permanently.',
  },
  deletion_failed: {
    words: 'Deletion failed',
    meaning: 'All deletions are final, and none is complete.',
  },
  canceled: {
    words: 'Canceled',
    meaning: 'A person canceled it. What was deleted by then stays deleted.',
  },
};

export const DELETION_STATE_WORDS: Readonly<Record<DeletionState, StateWords>> = {
  pending: { words: 'Waiting', meaning: 'It waits for its time, or for a worker.' },
  running: { words: 'Running', meaning: 'A worker has leased it.' },
  complete: {
    words: 'Complete',
    meaning:
      'The destination confirmed the deletion, or accepted the order and cannot be asked about it. In the second case a note in the record says so.',
  },
  failed: { words: 'Failed, will retry', meaning: 'An attempt failed; another one follows.' },
  aborted: {
    words: 'Failed permanently',
    meaning: 'No further attempt follows unless a person retries it.',
  },
  canceled: { words: 'Canceled', meaning: 'A cancel withdrew its users before they were deleted.' },
};

export const ATTEMPT_OUTCOME_WORDS: Readonly<Record<AttemptOutcome, StateWords>> = {
  complete: DELETION_STATE_WORDS.complete,
  accepted: {
    words: 'Handed over',
    meaning: 'The destination took the order, and has not yet said that it is done.',
  },
  delayed: { words: 'Postponed', meaning: 'The destination was limited, in conflict, or away.' },
  failed: { words: 'Failed', meaning: 'A failure that counts; another attempt followed.' },
  refused: {
    words: 'Refused as a batch',
    meaning: 'The destination refused these users together, so the job was split.',
  },
  released: {
    words: 'Given back',
    meaning: 'The worker stopped before it had called the destination.',
  },
  aborted: { words: 'Failed permanently', meaning: 'No further attempt followed by itself.' },
  retried: { words: 'Retried', meaning: 'No attempt: a person asked for another job.' },
};

/** What is true of a state beside it. In the API these are members, and parameters of lists. */
export const CONDITION_WORDS = {
  overdue: {
    words: 'Overdue',
    meaning:
      '`dueAt` has passed, and the deletion is waiting, running, on hold, will be retried, or failed permanently and neither retried nor canceled since.',
  },
  needsAttention: {
    words: 'Needs attention',
    meaning:
      'The deletion failed permanently, and a user of it is neither in a later retry nor canceled. It ends as soon as none is left.',
  },
  held: { words: 'On hold', meaning: 'It waits until an operator releases it.' },
} as const satisfies Readonly<Record<string, StateWords>>;

/** What is said of the queue of a destination, beside the states of its jobs. In the API the first two are members. */
export const QUEUE_WORDS = {
  pausedAt: { words: 'Paused', meaning: 'No job begins until a person resumes the deletions.' },
  delayedUntil: {
    words: 'Backing off',
    meaning: 'The destination was limited or away: no job begins before this time.',
  },
  idle: { words: 'Nothing open', meaning: 'No job is waiting, running or will be retried.' },
} as const satisfies Readonly<Record<string, StateWords>>;

/** The meanings of states as one text, for the reference of the API. */
export function describeStates(states: Readonly<Record<string, StateWords>>): string {
  return Object.entries(states)
    .map(([name, { meaning }]) => `\`${name}\`: ${meaning}`)
    .join(' ');
}
