import type {
  DataPlaneJobCommands,
  DeletionManagementCommands,
  DeletionWorkerCommands,
  OwnWorkerCommands,
} from '@lethe/api/deletions';
import type { ServiceParts } from '../service-parts.js';
import { exceptDeletionJob } from './manage/except-deletion.use-case.js';
import { extendRegulation } from './manage/extend-regulation.use-case.js';
import { getDeletionJob } from './manage/get-deletion-job.query.js';
import { listDeletionJobs } from './manage/list-deletion-jobs.query.js';
import { pauseDeletions, resumeDeletions } from './manage/pause-deletions.use-case.js';
import { retryDeletionJobs } from './manage/retry-deletions.use-case.js';
import { retryRegulation } from './manage/retry-regulation.use-case.js';
import { summarizeDeletionJobs } from './manage/summarize-deletions.query.js';
import { verifyRegulation } from './verifications/verify-regulation.use-case.js';
import { JobReports } from './report/report-jobs.js';
import { claimDataPlaneJob, updateDataPlaneJob } from './workers/data-plane-workers.js';
import {
  claimDeletions,
  claimedOnce,
  heartbeatDeletions,
  reportDeletions,
} from './workers/lethe-worker.js';
import {
  claimDeletionJob,
  heartbeatDeletionJob,
  reportDeletionJob,
} from './workers/self-hosted-workers.js';

/** Commands of the API and the command line that show and control deletions. */
export function deletionHandlers(
  parts: Pick<
    ServiceParts,
    'gate' | 'database' | 'reads' | 'catalog' | 'events' | 'afterCommit' | 'topicPrefix'
  >,
): DeletionManagementCommands {
  const { order, read } = parts.gate.with(parts);
  return {
    listDeletionJobs: read(listDeletionJobs),
    getDeletionJob: read(getDeletionJob),
    summarizeDeletionJobs: read(summarizeDeletionJobs),
    retryDeletionJobs: order(retryDeletionJobs),
    retryRegulation: order(retryRegulation),
    exceptDeletionJob: order(exceptDeletionJob),
    extendRegulation: order(extendRegulation),
    verifyRegulation: order(verifyRegulation),
    pauseDeletions: order(pauseDeletions),
    resumeDeletions: order(resumeDeletions),
  };
}

/** Commands of Lethe's deletion worker, of self-hosted workers and of data planes. */
export function workerHandlers(
  parts: ServiceParts,
): DeletionWorkerCommands & OwnWorkerCommands & DataPlaneJobCommands {
  const reports = new JobReports(parts);
  const { order } = parts.gate.with({ ...parts, reports });
  return {
    claimDeletions: order(claimedOnce(claimDeletions)),
    heartbeatDeletions: order(heartbeatDeletions),
    reportDeletions: order(reportDeletions),
    claimDeletionJob: order(claimDeletionJob),
    heartbeatDeletionJob: order(heartbeatDeletionJob),
    reportDeletionJob: order(reportDeletionJob),
    claimDataPlaneJob: order(claimDataPlaneJob),
    updateDataPlaneJob: order(updateDataPlaneJob),
  };
}
