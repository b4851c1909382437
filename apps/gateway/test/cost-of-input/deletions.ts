import { anyBody, costly, list, type CostTable } from './inputs.js';

const JOB = '/v2/deletion-jobs/42';
const REPORT = ['POST', `${JOB}/report`] as const;
const DESTINATION = '/v2/destinations/dst/deletions';

export const DELETIONS: CostTable = {
  listDeletionJobs: 'query',
  summarizeDeletionJobs: 'query',
  getDeletionJob: 'path',
  retryDeletionJobs: anyBody(['POST', '/v2/deletion-jobs/retry']),
  exceptDeletionJob: anyBody(['POST', `${JOB}/exception`]),
  extendRegulation: anyBody([
    'POST',
    '/v2/regulations/0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11/extension',
  ]),
  pauseDeletions: anyBody(['POST', `${DESTINATION}/pause`]),
  resumeDeletions: 'path',
  claimDeletionJob: anyBody(['POST', '/v2/deletion-jobs/claim']),
  heartbeatDeletionJob: anyBody(['POST', `${JOB}/heartbeat`]),
  reportDeletionJob: [
    ...anyBody(REPORT),
    costly('refused users', 1_000, REPORT, (size) => ({
      ...{ leaseToken: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11', status: 'complete' },
      refused: list(size, (n) => ({ userId: `user-${n}`, reason: 'r'.repeat(500) })),
    })),
    costly('found users', 1_000, REPORT, (size) => ({
      ...{ leaseToken: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11', status: 'verified' },
      found: list(size, (n) => ({ userId: `user-${n}`, count: n + 1 })),
    })),
  ],
};
