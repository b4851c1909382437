export {
  createTestRunner,
  type CreateTestRunnerOptions,
  type RunningTestRunner,
} from './create-test-runner.js';
export { createDelivery } from './delivery/create-delivery.js';
export { runTest } from './run-test.js';
export type { TestRunner } from './test-runner.js';
export {
  testRunnerConfigSchema,
  testRunnerVariables,
  type TestRunnerConfig,
  type TestRunnerSettings,
} from './test-runner.config.js';
