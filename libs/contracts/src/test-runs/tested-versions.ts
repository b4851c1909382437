import { z } from 'zod';

/** The saved versions that a test used. */
export const testedVersionsSchema = z.object({
  savedAt: z
    .string()
    .describe(
      'Time of the last change to the workspace before the runner read it. The code, libraries, configuration, connections and credentials of that time ran.',
    ),
  destination: z.string().optional().describe('ETag of the destination.'),
  transformation: z
    .object({ id: z.string(), version: z.int() })
    .optional()
    .describe('The saved transformation that ran, and its version.'),
});

export type TestedVersions = z.infer<typeof testedVersionsSchema>;
