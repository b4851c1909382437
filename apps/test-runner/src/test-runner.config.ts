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

/** What `createTestRunner` needs; the standalone app takes these over. */
export const testRunnerVariables = {
  ...egressVariables,
  ...transformerVariables,
  LETHE_TEST_RUNS: integer({ min: 1, max: 10_000 }, 256).describe(
    'Test runs that one runner works on at once; of one workspace, a quarter. As many more of a workspace wait for their turn.',
  ),
  LETHE_SANDBOX_THREADS: integer({ min: 1, max: 64 })
    .optional()
    .describe(
      'Threads for the user transformations of one workspace. Default: as many as processors, at least 2. There is one more, which is left to others.',
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
