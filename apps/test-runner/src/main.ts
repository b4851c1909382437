import { runService } from '@lethe/observability';
import { startTestRunner } from './start-test-runner.js';
import { testRunnerConfigSchema } from './test-runner.config.js';

runService(testRunnerConfigSchema, startTestRunner);
