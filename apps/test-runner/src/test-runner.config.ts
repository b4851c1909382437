import { DEFINITIONS_FILE_VARIABLE } from '@lethe/catalog';
import {
  catalogReaderVariables,
  checkKafkaVariables,
  integer,
  topicVariables,
} from '@lethe/config';
import { transformerVariables } from '@lethe/destinations';
import { egressVariables } from '@lethe/egress';
import { serviceVariables } from '@lethe/observability';
import { z } from 'zod';

/** Variables of `createTestRunner`. The standalone app has these variables too. */
export const testRunnerVariables = {
  ...egressVariables,
  ...transformerVariables,
  LETHE_TEST_RUNS: integer({ min: 1, max: 10_000 }, 256).describe(
    'Maximum number of test runs at the same time in one test runner. One workspace may use a quarter of them. Up to LETHE_TEST_RUNS more runs of the workspace may wait.',
  ),
  LETHE_SANDBOX_THREADS: integer({ min: 1, max: 64 })
    .optional()
    .describe(
      'Threads for the user transformations of one workspace. Default: the number of processors, at least 2. One more thread is reserved for other workspaces.',
    ),
};

/** Variables of the test runner. */
const variables = z.object({
  ...catalogReaderVariables,
  ...topicVariables,
  ...serviceVariables(3003),
  ...DEFINITIONS_FILE_VARIABLE,
  ...testRunnerVariables,
});

export const testRunnerConfigSchema = variables.superRefine(checkKafkaVariables);

export type TestRunnerSettings = Readonly<z.infer<z.ZodObject<typeof testRunnerVariables>>>;
export type TestRunnerConfig = Readonly<z.infer<typeof testRunnerConfigSchema>>;
