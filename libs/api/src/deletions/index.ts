export { TOLD_STATUSES, type WorkerJobDto } from './data-plane-job.dto.js';
export * from './deletion-attempt.dto.js';
export * from './deletion-job.dto.js';
export * from './deletion-requests.dto.js';
export * from './destination-deletion.dto.js';
export {
  deletions,
  type DeletionManagementCommands,
  type GetDeletionJob,
  type ListDeletionJobs,
  type ListedDeletionJobs,
  type PauseDeletions,
  type RetryDeletionJobs,
  type RetryRegulation,
  type SummarizeDeletionJobs,
} from './deletions.operations.js';
export {
  dataPlaneJobs,
  type ClaimDataPlaneJob,
  type DataPlaneJob,
  type DataPlaneJobCommands,
  type UpdateDataPlaneJob,
} from './data-plane-jobs.operations.js';
export * from './deletion-worker.operations.js';
export type { JobOutcome, JobUser, RefusedJobUser } from './job-outcome.js';
export * from './own-worker.dto.js';
export * from './own-workers.operations.js';
