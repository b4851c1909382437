import { z } from 'zod';
import { FIXED_LIMITS } from '../limits.js';
import { testResultSchema, untestedDestinationSchema } from '../test-runs/test-result.js';
import { testedVersionsSchema } from '../test-runs/tested-versions.js';
import { transformationTestResultSchema } from '../test-runs/transformation-test.js';

/** In place of an id, for a destination that is not saved. No id is like it. */
export const UNSAVED_DESTINATION = ':unsaved';

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
    savedAt: z
      .string()
      .optional()
      .describe(
        'When the workspace had last changed as the gateway took the request over. Nothing older is run: a runner that cannot get there in time runs nothing, and sends nothing.',
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
      .describe(
        'Overrides of the configuration, or all of one that is not saved, encrypted with LETHE_SECRET_KEY.',
      ),
    unsavedType: z
      .string()
      .min(1)
      .max(FIXED_LIMITS.labelLength)
      .optional()
      .describe(
        `Type of a destination that is not saved. Its id is "${UNSAVED_DESTINATION}", and the catalog is not read.`,
      ),
  })
  .meta({
    title: 'TestRunRequested',
    description:
      'A test run. Holds no stored configuration and no stored secret: the runner reads the catalog.',
  });
export type TestRunRequested = z.infer<typeof testRunRequestedSchema>;

const idSchema = z.string().min(1).max(64);

/** Value on `test.requests.v1`: a test of a transformation, which sends nothing. */
export const transformationTestRequestedSchema = z
  .object({
    ...testRunRequestedSchema.pick({
      runId: true,
      requestId: true,
      workspaceId: true,
      deadline: true,
      savedAt: true,
      mayMoveSecrets: true,
    }).shape,
    mayReadCatalog: z
      .boolean()
      .optional()
      .describe(
        'Whether whoever asked may read the code of libraries (`catalog:read` or `catalog:write`). Absent: no; then `code` imports none.',
      ),
    transformationTest: z.object({
      code: z.string().optional().describe('Runs in the place of what is saved.'),
      transformationId: idSchema
        .optional()
        .describe('A saved one. Absent: that of the destination.'),
      destinationId: idSchema.optional().describe('Whose requests are made of what comes out.'),
      stages: testStagesSchema.pick({ userTransform: true, destTransform: true }),
      events: z.array(z.record(z.string(), z.unknown())).min(1),
    }),
  })
  .meta({
    title: 'TransformationTestRequested',
    description: 'A test of a transformation, saved or not. Nothing is sent to a destination.',
  });
export type TransformationTestRequested = z.infer<typeof transformationTestRequestedSchema>;

/** Value on `test.requests.v1`: nobody waits for the test of a transformation any more. */
export const testRunCanceledSchema = z
  .object({ runId: z.string().min(1), canceled: z.literal(true) })
  .meta({ title: 'TestRunCanceled', description: 'Nobody waits for this run any more.' });
export type TestRunCanceled = z.infer<typeof testRunCanceledSchema>;

export const testRequestSchema = z.union([
  transformationTestRequestedSchema,
  testRunCanceledSchema,
  testRunRequestedSchema,
]);
export type TestRequest = z.infer<typeof testRequestSchema>;

/** Value on `test.results.v1`: what came of one destination of a run. */
export const testRunResultSchema = z
  .object({
    runId: z.string().min(1),
    destinationId: z.string().min(1).max(64),
    result: z.union([testResultSchema, untestedDestinationSchema]),
    versions: testedVersionsSchema.optional().describe('What of the workspace was in effect.'),
  })
  .meta({
    title: 'TestRunResult',
    description: 'The result of one destination of a test run, secrets masked.',
  });
export type TestRunResult = z.infer<typeof testRunResultSchema>;

/** Value on `test.results.v1`: what came of a test of a transformation. */
export const transformationTestedSchema = z
  .object({
    runId: z.string().min(1),
    tested: z.union([
      transformationTestResultSchema,
      z.object({
        code: z.enum(['not_found', 'too_many_requests', 'test_run_timeout', 'unavailable']),
        message: z.string(),
      }),
    ]),
  })
  .meta({
    title: 'TransformationTested',
    description: 'The result of a test of a transformation, secrets masked; or why there is none.',
  });
export type TransformationTested = z.infer<typeof transformationTestedSchema>;

export const testAnswerSchema = z.union([testRunResultSchema, transformationTestedSchema]);
