import { z } from 'zod';

/**
 * Schema of the values on `regulation.suppressions.v1`. A value is the complete current state of a
 * user. A tombstone means that the user is not suppressed.
 */
export const suppressionStateSchema = z
  .object({
    workspaceId: z.string().min(1).max(64).describe('Workspace that owns the suppression.'),
    userId: z.string().min(1).max(512).describe('Suppression key of the user.'),
    suppressed: z.object({
      allSources: z.boolean().describe('Suppressed at every source of the workspace.'),
      sourceIds: z
        .array(z.string().min(1).max(64))
        .describe(
          'Sources at which the user is suppressed individually, sorted. Also listed when allSources is true.',
        ),
    }),
    changedAt: z.iso.datetime().describe('Time of the change to this state (UTC).'),
  })
  .meta({
    title: 'SuppressionState',
    description:
      'The complete current state of one user. The newest record of a key is valid. A tombstone (null value) means that the user is no longer suppressed anywhere.',
  });

export type SuppressionState = z.infer<typeof suppressionStateSchema>;
