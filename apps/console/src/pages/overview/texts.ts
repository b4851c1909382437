import { DUE_SOON_DAYS } from '@lethe/contracts/state-words';

export const TEXTS = {
  title: 'Overview',
  newRegulation: 'New regulation',
  figures: {
    openDeletions: 'Open deletions',
    completeDeletions: 'Complete deletions',
    sources: 'Sources',
    destinations: 'Destinations',
    dataPlanes: 'Data planes',
  },
  attention: {
    title: 'Needs attention',
    /** These texts follow a number. */
    overdue: (count: number) => (count === 1 ? 'deletion is overdue' : 'deletions are overdue'),
    dueSoon: (count: number) =>
      `${count === 1 ? 'deletion is' : 'deletions are'} due within ${DUE_SOON_DAYS} days`,
    needsAttention: (count: number) =>
      count === 1
        ? 'deletion failed permanently: retry it, or close it with an exception'
        : 'deletions failed permanently: retry them, or close them with an exception',
    foundAgain: (count: number) =>
      count === 1
        ? 'complete deletion whose data was found again'
        : 'complete deletions whose data was found again',
    held: (count: number) =>
      count === 1
        ? 'deletion is on hold until an operator releases it'
        : 'deletions are on hold until an operator releases them',
    paused: (count: number) =>
      count === 1
        ? 'destination where deletions are paused'
        : 'destinations where deletions are paused',
  },
  newest: { title: 'Newest regulations', all: 'Show all', none: 'No regulations yet.' },
  firstSteps: {
    title: 'First steps',
    done: 'Done',
    suppress: {
      title: 'Suppress a user',
      effect: 'New events of the user are dropped from then on.',
      link: 'New regulation',
      /** Shown before the name of the permission. */
      missing: 'Your token lacks the permission',
    },
    destination: {
      title: 'Add a destination',
      effect: 'A destination gets data of users. Lethe can delete this data there.',
    },
    dataPlane: {
      title: 'Connect a data plane',
      effect: 'A data plane drops the events of suppressed users.',
      link: 'Data planes',
    },
  },
} as const;
