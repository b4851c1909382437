import { DUE_SOON_DAYS } from '@lethe/contracts/state-words';
import { countOf } from '../../lib/count-of.js';
import { isolated } from '../../lib/isolated.js';

export const TEXTS = {
  attemptFacts: {
    notStored: (attempts: number) => `${countOf(attempts, 'attempt')} not stored`,
    found: (count: number, meaning: string) => `${count} found. ${meaning}`,
    whichAreStored: 'Only the first attempt and the newest attempts are stored.',
    workers: {
      lethe: 'Lethe’s worker',
      own_worker: 'your self-hosted worker',
      data_plane: 'the data plane',
    },
    withToken: (worker: string, token: string) => `${worker} (${token})`,
  },
  deletionFacts: {
    started: 'Started',
    failedBefore: (times: number) => `Failed ${times === 1 ? 'once' : `${times} times`}`,
    notStored: 'Lethe did not store when and why these attempts failed.',
    running: 'A worker is processing it.',
    earliestStart: 'Earliest start',
    nextAttempt: 'Next attempt',
    deadline: 'Deadline',
    since: (state: string) => `${state} since`,
    count: (what: string, count: number) => `${what}: ${count}`,
    foundOfUser: (count: number) => `${count} found for this user`,
    foundOfJob: (count: number) => `${count} found for the users of the job`,
    nextCheck: 'Next check',
    excepted: (reason: string, basis: string | undefined) =>
      basis === undefined ? isolated(reason) : `${isolated(reason)} (basis: ${isolated(basis)})`,
  },
  factDetail: {
    /** Shown before a time. */
    timesSince: (times: string) => `${times} times since`,
    by: (name: string) => `by ${name}`,
    /** Shown before a time, which can be in the past. */
    nextAttempt: 'next attempt:',
  },
  jobDialog: {
    title: 'Deletion job',
    close: 'Close',
    id: 'Id',
    copyId: 'Copy the id',
    destination: 'Destination',
    named: (name: string, type: string) => `${name} (${type})`,
    state: 'State',
    reason: 'Reason',
    users: 'Users',
    failedAttempts: 'Failed attempts',
    created: 'Created',
    started: 'Started',
    nextAttempt: 'Next attempt',
    deadline: 'Deadline',
    ended: 'Ended',
    retried: 'Retried',
    foundAgain:
      'A verification found data of a user after this deletion. The regulation of the user shows how much, says what to do, and can verify again.',
    except: 'Close with an exception…',
    exception: 'Exception',
    exceptedBy: (exception: string, name: string) => `${exception} Recorded by ${name}`,
    method: 'Method',
    counts: 'Counts',
    count: (what: string, count: string) => `${what}: ${count}`,
    notes: 'Notes',
    attempts: 'Attempts',
    noAttempt: 'No attempt has ended yet.',
  },
  exceptionDialog: {
    question: 'Close this deletion with an exception?',
    consequence: (users: number) =>
      `The data of ${countOf(users, 'user')} stays at the destination. The deletion no longer counts as overdue.`,
    final: 'An exception cannot be taken back, and the deletion cannot be retried afterwards.',
    reason: 'Reason',
    reasonHint:
      'Why the deletion cannot be carried out. This text is kept: enter no personal data.',
    basis: 'Legal basis',
    basisHint: 'Optional. The rule by which the data may stay, such as GDPR, Article 17(3)(b).',
    confirm: 'Close with an exception',
    done: 'Closed with an exception',
  },
  queueBadges: {
    none: 'No deletions yet',
    /** Shown before a time. */
    nextAttempt: ', next attempt',
  },
  queueDialogs: {
    pause: {
      label: 'Pause',
      question: (destination: string) => `Pause the deletions at ${destination}?`,
      consequence: (waiting: number) =>
        `No job starts until a person resumes the deletions.${waitingJobs(waiting)} Running jobs continue. Deadlines stay the same, so jobs may become overdue. Events are not affected.`,
      done: (destination: string) => `Deletions at ${destination} are paused`,
    },
    resume: {
      label: 'Resume',
      question: (destination: string) => `Resume the deletions at ${destination}?`,
      consequence: (waiting: number) =>
        `${startingJobs(waiting)} If Lethe waits because of a limit, a failure or an outage of the destination, this wait ends too. Deleted data cannot be restored.`,
      done: (destination: string) => `Deletions at ${destination} are resumed`,
    },
  },
  queueHealth: {
    needsAttention: { one: 'needs attention', many: 'need attention' },
    foundAgain: 'with data found again',
    dueSoon: `due within ${DUE_SOON_DAYS} days`,
    open: 'open',
  },
  retryJobsDialog: {
    questionAll: 'Retry all deletions that failed permanently?',
    question: (destination: string) => `Retry the failed deletions at ${destination}?`,
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Retry',
    newJobs: (jobs: number) =>
      jobs === 1
        ? '1 job failed permanently. Lethe creates a new job for its users. The new job may start at once.'
        : `${countOf(jobs, 'job')} failed permanently. Lethe creates new jobs for their users. The new jobs may start at once.`,
    causes:
      'Read the reasons of the failures and remove the causes first. Otherwise the retry fails too.',
    withoutUsers:
      'Lethe leaves out users whose regulation was canceled, and users who are already in a later job of the destination.',
    deadlines: 'Deadlines stay the same. Deleted data cannot be restored.',
    created: (jobs: number, users: number) =>
      `${countOf(jobs, 'new job')} created for ${countOf(users, 'user')}.`,
    leftOut: 'Not retried:',
  },
} as const;

function waitingJobs(count: number): string {
  return count === 0 ? '' : ` ${countOf(count, 'waiting job')} and all new jobs wait until then.`;
}

function startingJobs(count: number): string {
  if (count === 0) return 'New jobs may start again.';
  if (count === 1) return '1 waiting job may start, but not before the time “Earliest start”.';
  return `${countOf(count, 'waiting job')} may start, but none before its time “Earliest start”.`;
}
