import { z } from 'zod';

/** What stands in place of a stage's output when there is none. */
export interface StageError {
  readonly error: string;
}

/** What came of one event. A stage that was skipped has no member. */
const testResultDataSchema = z.object({
  user_transformed_payload: z
    .unknown()
    .optional()
    .describe('The event after the user transformation, or `{ error }`.'),
  user_transformation_logs: z
    .array(z.string())
    .optional()
    .describe('Lines of `log(...)`: at most 100, each at most 1 KiB.'),
  dest_transformed_payload: z
    .unknown()
    .optional()
    .describe('The requests that the destination gets, or `{ error }`.'),
  destination_response: z
    .unknown()
    .optional()
    .describe('The answers, aligned with the requests, or `{ error }`.'),
  destination_response_status: z
    .array(z.int())
    .optional()
    .describe('HTTP status of each answer; 0 where there was none.'),
  destination_response_truncated: z
    .literal(true)
    .optional()
    .describe('An answer was longer than the 64 KiB that are kept.'),
});

/** Result of a test for one destination. */
export const testResultSchema = z.object({
  destinationId: z.string(),
  destination: z.string().describe('Type of the destination, in upper case.'),
  destinationName: z.string(),
  data: z.array(testResultDataSchema).describe('One element per event.'),
});

/** Instead of a result, where the destination was not tested. */
export const untestedDestinationSchema = z.object({
  destinationId: z.string(),
  destinationName: z.string(),
  error: z.string(),
});

export type TestResultData = z.infer<typeof testResultDataSchema>;
export type TestResult = z.infer<typeof testResultSchema>;
export type UntestedDestination = z.infer<typeof untestedDestinationSchema>;
