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
