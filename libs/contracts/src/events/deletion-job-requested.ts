import { z } from 'zod';

/** Value on `regulation.deletions.v1`: a deletion job is there to be claimed. */
export const deletionJobRequestedSchema = z
  .object({
    jobId: z
      .string()
      .regex(/^[1-9]\d{0,18}$/)
      .describe('Decimal id of the job.'),
    workspaceId: z.string().min(1).max(64),
    destinationId: z.string().min(1).max(64),
    destinationType: z.string().min(1).describe('Name of the destination definition.'),
    attempt: z.int().min(0).describe('How often the job has failed so far.'),
    requestedAt: z.iso.datetime(),
    users: z
      .array(
        z.object({
          regulationId: z.uuid(),
          userId: z.string().min(1).max(512).describe('As it was given.'),
        }),
      )
      .min(1)
      .max(1000)
      .describe('Users of the job when it was cut. Claim the job to get them as they are now.'),
  })
  .meta({
    title: 'DeletionJobRequested',
    description:
      'One deletion job: one request, one destination, up to 1,000 users and 512 KiB. Carries user ids and no other identifier.',
  });

export type DeletionJobRequested = z.infer<typeof deletionJobRequestedSchema>;
