import { z } from 'zod';
import { testedVersionsSchema } from './tested-versions.js';

const placeSchema = z.object({
  line: z.int().optional().describe('From 1.'),
  column: z.int().optional(),
  library: z.string().optional().describe('Its name, where the line is one of a library.'),
});

/** What came of one event. */
const transformedEventSchema = z.object({
  output: z
    .array(
      z.object({
        event: z
          .unknown()
          .optional()
          .describe(
            'The event, or `{ error }` where it is too large to be shown; absent where no transformation ran.',
          ),
        requests: z
          .unknown()
          .optional()
          .describe(
            'What the destination would get, or `{ error }`; absent without a destination.',
          ),
      }),
    )
    .describe('The events that came out.'),
  dropped: z.boolean(),
  logs: z.array(placeSchema.extend({ text: z.string() })).describe('Lines of `log(...)`.'),
  error: placeSchema
    .extend({ message: z.string() })
    .optional()
    .describe('Why nothing came out, where that is not because the event was dropped.'),
  ms: z.number().describe('Milliseconds that the transformation took, with its turn in a thread.'),
});

/** Result of a test of a transformation: one element for each event. */
export const transformationTestResultSchema = z.object({
  results: z.array(transformedEventSchema),
  versions: testedVersionsSchema.optional().describe('What of the workspace was in effect.'),
});

export type TransformedTestEvent = z.infer<typeof transformedEventSchema>;
export type TransformationTestResult = z.infer<typeof transformationTestResultSchema>;
