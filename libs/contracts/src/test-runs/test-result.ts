import { z } from 'zod';

/** Replaces the output of a stage that failed. */
export interface StageError {
  readonly error: string;
}

/** Result for one event. A stage that was skipped has no member. */
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
    .describe('The requests for the destination, or `{ error }`.'),
  destination_response: z
    .unknown()
    .optional()
    .describe('The answers of the destination, in the order of the requests, or `{ error }`.'),
  destination_response_status: z
    .array(z.int())
    .optional()
    .describe('HTTP status of each answer; 0 for a request without an answer.'),
  destination_response_truncated: z
    .literal(true)
    .optional()
    .describe('True when an answer was longer than 64 KiB and was cut.'),
});

export const testResultSchema = z.object({
  destinationId: z.string(),
  destination: z.string().describe('Type of the destination, in upper case.'),
  destinationName: z.string(),
  data: z.array(testResultDataSchema).describe('One element per event.'),
});

/** Replaces the result of a destination that was not tested. */
export const untestedDestinationSchema = z.object({
  destinationId: z.string(),
  destinationName: z.string(),
  error: z.string(),
});

export type TestResultData = z.infer<typeof testResultDataSchema>;
export type TestResult = z.infer<typeof testResultSchema>;
export type UntestedDestination = z.infer<typeof untestedDestinationSchema>;
