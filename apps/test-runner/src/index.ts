export { createTestRunner } from './create-test-runner.js';
export { runTest } from './runs/run-test.js';
export { testRunnerConfigSchema, testRunnerVariables } from './test-runner.config.js';
