export {
  createTestRunner,
  type CreateTestRunnerOptions,
  type RunningTestRunner,
} from './create-test-runner.js';
export { runTest } from './runs/run-test.js';
export type { TestRunner } from './runs/test-runner.js';
export {
  testRunnerConfigSchema,
  testRunnerVariables,
  type TestRunnerConfig,
  type TestRunnerSettings,
} from './test-runner.config.js';
