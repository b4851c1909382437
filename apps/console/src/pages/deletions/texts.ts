import { DUE_SOON_DAYS } from '@lethe/contracts/state-words';
import { countOf } from '../../lib/count-of.js';

export const TEXTS = {
  deletionsPage: {
    title: 'Deletions',
    description: 'Deletion jobs at each destination, with their states and deadlines.',
    none: 'No deletions yet',
    whatTheyAre:
      'A regulation that deletes creates a job at each of its destinations. The jobs and their results are shown here.',
    newRegulation: 'New regulation',
    jobs: 'Jobs',
  },
  jobs: {
    filters: 'Filters',
    destination: 'Destination',
    allDestinations: 'All destinations',
    state: 'State',
    allStates: 'All states',
    order: 'Order',
    newestFirst: 'Newest first',
    dueFirst: 'Earliest deadline first',
    label: 'Deletion jobs',
    /** Noun for one row. */
    one: 'job',
    noMatch: 'No match',
    noMatchHint: 'No job matches the filters.',
    users: 'Users',
    reason: 'Reason',
    nextAttempt: 'Next attempt',
    deadline: 'Deadline',
    dueSoon: `Due within ${DUE_SOON_DAYS} days`,
    created: 'Created',
  },
  queues: {
    title: 'By destination',
    label: 'Destination queues',
    retryAll: 'Retry all',
    actions: (destination: string) => `Actions for ${destination}`,
    pause: 'Pause deletions…',
    resume: 'Resume deletions…',
    retry: 'Retry failed deletions…',
    destination: 'Destination',
    state: 'State',
    /** Shown before a time. */
    oldest: 'oldest',
    held: (jobs: number) =>
      jobs === 1
        ? '1 job is on hold, because it was ordered before an upgrade or a restore. No worker gets it until it is released.'
        : `${countOf(jobs, 'job')} are on hold, because they were ordered before an upgrade or a restore. No worker gets them until they are released.`,
    /** Shown before a command. */
    release: (jobs: number) => `To release ${jobs === 1 ? 'it' : 'them'}, an operator runs`,
  },
} as const;
