export { createDeletionWorker } from './create-deletion-worker.js';
export { deletionWorkerConfigSchema, deletionWorkerVariables } from './deletion-worker.config.js';
export { listenForJobs } from './listen-for-jobs.js';
