import { z } from 'zod';
import { testResultSchema, untestedDestinationSchema } from '../test-runs/test-result.js';

/** Which stages of a test run. */
const testStagesSchema = z.object({
  userTransform: z.boolean(),
  destTransform: z.boolean(),
  sendToDestination: z.boolean(),
});
export type TestStages = z.infer<typeof testStagesSchema>;

/** Value on `test.requests.v1`: a run that a gateway asks for. */
export const testRunRequestedSchema = z
  .object({
    runId: z.string().min(1).describe('Made by the gateway; the results carry it.'),
    requestId: z.string().describe('Id of the HTTP request, for logs.'),
    workspaceId: z.string().min(1).max(64),
    sourceId: z.string().min(1).max(64).optional().describe('Where a source is tested.'),
    destinationIds: z
      .array(z.string().min(1).max(64))
      .min(1)
      .describe('What is tested; one result each.'),
    deadline: z
      .int()
      .describe(
        'Milliseconds since the epoch at which the run stops, by the clock of the gateway. It is not started later. The header ce_timeleft says how many are left when it is sent, for readers whose clock differs.',
      ),
    stages: testStagesSchema,
    message: z.record(z.string(), z.unknown()).describe('The event.'),
    mayMoveSecrets: z
      .boolean()
      .optional()
      .describe(
        'Whether whoever asked may send stored secrets to another origin than the stored configuration does (`catalog:write`). Absent: no.',
      ),
    sealedConfig: z
      .string()
      .optional()
      .describe('Overrides of the configuration, encrypted with LETHE_SECRET_KEY.'),
  })
  .meta({
    title: 'TestRunRequested',
    description:
      'A test run. Holds no stored configuration and no stored secret: the runner reads the catalog.',
  });
export type TestRunRequested = z.infer<typeof testRunRequestedSchema>;

/** Value on `test.results.v1`: what came of one destination of a run. */
export const testRunResultSchema = z
  .object({
    runId: z.string().min(1),
    destinationId: z.string().min(1).max(64),
    result: z.union([testResultSchema, untestedDestinationSchema]),
  })
  .meta({
    title: 'TestRunResult',
    description: 'The result of one destination of a test run, secrets masked.',
  });
export type TestRunResult = z.infer<typeof testRunResultSchema>;
