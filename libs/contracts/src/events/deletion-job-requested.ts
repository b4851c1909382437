import { z } from 'zod';

/**
 * Schema of the values on `regulation.deletions.v1`. A value is a deletion job that workers can
 * claim.
 */
export const deletionJobRequestedSchema = z
  .object({
    jobId: z
      .string()
      .regex(/^[1-9]\d{0,18}$/)
      .describe('Decimal id of the job.'),
    workspaceId: z.string().min(1).max(64),
    destinationId: z.string().min(1).max(64),
    destinationType: z.string().min(1).describe('Name of the destination definition.'),
    attempt: z.int().min(0).describe('Number of failed attempts so far.'),
    requestedAt: z.iso.datetime(),
    users: z
      .array(
        z.object({
          regulationId: z.uuid(),
          userId: z.string().min(1).max(512).describe('The userId exactly as the caller sent it.'),
        }),
      )
      .min(1)
      .max(1000)
      .describe('Users of the job when it was created. Claim the job to get its current users.'),
  })
  .meta({
    title: 'DeletionJobRequested',
    description:
      'One deletion job: one request, one destination, up to 1,000 users and 512 KiB. It holds user ids and no other identifier.',
  });

export type DeletionJobRequested = z.infer<typeof deletionJobRequestedSchema>;
