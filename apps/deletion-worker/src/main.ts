import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { deletionWorkerConfigSchema } from './deletion-worker.config.js';
import { startDeletionWorker } from './start-deletion-worker.js';

runApp((fail) => {
  const config = loadConfig(deletionWorkerConfigSchema, processEnvironment());
  return startDeletionWorker(config, fail);
});
