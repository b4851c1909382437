export {
  createDeletionWorker,
  type CreateDeletionWorkerOptions,
  type RunningDeletionWorker,
} from './create-deletion-worker.js';
export {
  deletionWorkerConfigSchema,
  deletionWorkerVariables,
  type DeletionWorkerConfig,
  type DeletionWorkerSettings,
} from './deletion-worker.config.js';
export { listenForJobs, type ListenOptions } from './listen-for-jobs.js';
