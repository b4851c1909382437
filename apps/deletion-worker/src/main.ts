import { runService } from '@lethe/observability';
import { deletionWorkerConfigSchema } from './deletion-worker.config.js';
import { startDeletionWorker } from './start-deletion-worker.js';

runService(deletionWorkerConfigSchema, startDeletionWorker);
