import type { JobStatus } from './deletions.search.js';

export const JOB_WORDS: Readonly<Record<JobStatus, string>> = {
  pending: 'Waiting',
  running: 'Running',
  failed: 'Failed, tried again',
  aborted: 'Given up',
  complete: 'Complete',
  canceled: 'Canceled',
};
