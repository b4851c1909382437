import { anyBody, type CostTable } from './inputs.js';

const JOB = '/v2/deletion-jobs/42';
const DESTINATION = '/v2/destinations/dst/deletions';

export const DELETIONS: CostTable = {
  listDeletionJobs: 'query',
  summarizeDeletionJobs: 'query',
  getDeletionJob: 'path',
  retryDeletionJobs: anyBody(['POST', '/v2/deletion-jobs/retry'], 'destinationIds', 'jobIds'),
  pauseDeletions: anyBody(['POST', `${DESTINATION}/pause`], 'reason'),
  resumeDeletions: 'path',
  claimDeletionJob: anyBody(['POST', '/v2/deletion-jobs/claim'], 'destinationIds', 'worker'),
  heartbeatDeletionJob: anyBody(['POST', `${JOB}/heartbeat`], 'leaseId', 'progress'),
  reportDeletionJob: anyBody(['POST', `${JOB}/report`], 'leaseId', 'status', 'reason', 'record'),
};
