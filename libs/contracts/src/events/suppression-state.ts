import { z } from 'zod';

/** Value on `regulation.suppressions.v1`: a user's full present state. A tombstone says "nothing". */
export const suppressionStateSchema = z
  .object({
    workspaceId: z.string().min(1).max(64).describe('Workspace that owns the suppression.'),
    userId: z.string().min(1).max(512).describe('Suppression key of the user.'),
    suppressed: z.object({
      allSources: z.boolean().describe('Suppressed at every source of the workspace.'),
      sourceIds: z
        .array(z.string().min(1).max(64))
        .describe('Sources with a suppression of their own, sorted, also when allSources is true.'),
    }),
    changedAt: z.iso.datetime().describe('When this state came to be (UTC).'),
  })
  .meta({
    title: 'SuppressionState',
    description:
      'The full present state of one user. The newest record of a key is the truth; a tombstone (null value) means that nothing is suppressed any more.',
  });

export type SuppressionState = z.infer<typeof suppressionStateSchema>;
