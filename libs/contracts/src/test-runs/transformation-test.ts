import { z } from 'zod';
import { testedVersionsSchema } from './tested-versions.js';

const placeSchema = z.object({
  line: z.int().optional().describe('Number of the line, from 1.'),
  column: z.int().optional(),
  library: z.string().optional().describe('Name of the library, when the line is in a library.'),
});

const transformedEventSchema = z.object({
  output: z
    .array(
      z.object({
        event: z
          .unknown()
          .optional()
          .describe(
            'The event, or `{ error }` when it is too large to show. Absent when no transformation ran.',
          ),
        requests: z
          .unknown()
          .optional()
          .describe(
            'The requests that the destination would receive, or `{ error }`. Absent without a destination.',
          ),
      }),
    )
    .describe('The events after the transformation.'),
  dropped: z.boolean(),
  logs: z.array(placeSchema.extend({ text: z.string() })).describe('Lines of `log(...)`.'),
  error: placeSchema
    .extend({ message: z.string() })
    .optional()
    .describe('Reason why the transformation returned no event. Absent when it dropped the event.'),
  ms: z
    .number()
    .describe('Duration of the transformation in milliseconds, including the wait for a thread.'),
});

/** Result of a test of a transformation, with one element for each event. */
export const transformationTestResultSchema = z.object({
  results: z.array(transformedEventSchema),
  versions: testedVersionsSchema.optional().describe('The saved versions that the test used.'),
});

export type TransformedTestEvent = z.infer<typeof transformedEventSchema>;
export type TransformationTestResult = z.infer<typeof transformationTestResultSchema>;
