import { z } from 'zod';

/** What a test ran, of what is saved. */
export const testedVersionsSchema = z.object({
  savedAt: z
    .string()
    .describe(
      'When the workspace last changed before what ran was read: code, libraries, configuration, connections and credentials are those of that time.',
    ),
  destination: z.string().optional().describe('The ETag of the destination.'),
  transformation: z
    .object({ id: z.string(), version: z.int() })
    .optional()
    .describe('The saved transformation that ran, and its version.'),
});

export type TestedVersions = z.infer<typeof testedVersionsSchema>;
