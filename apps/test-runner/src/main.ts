import { loadConfig, processEnvironment } from '@lethe/config';
import { runApp } from '@lethe/observability';
import { startTestRunner } from './start-test-runner.js';
import { testRunnerConfigSchema } from './test-runner.config.js';

runApp((fail) => {
  const config = loadConfig(testRunnerConfigSchema, processEnvironment());
  return startTestRunner(config, fail);
});
