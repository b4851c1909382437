import { DELETION_STATE_WORDS } from '@lethe/contracts/state-words';
import type { JobStatus } from '../../api/deletions.js';

/** States in display order. */
export const JOB_STATUSES: readonly JobStatus[] = [
  ...(['pending', 'running', 'failed', 'aborted', 'complete', 'canceled', 'excepted'] as const),
];

export const JOB_OPTIONS = JOB_STATUSES.map((value) => ({
  ...{ value, label: DELETION_STATE_WORDS[value].words },
}));
