import { z } from 'zod';

/** Value on `catalog.revocations.v1`: a secret does not work any more. Its hash is the key. */
export const secretRevokedSchema = z
  .object({
    kind: z.enum(['token', 'data_plane']).describe('Whose secret it was.'),
    reason: z
      .enum(['revoked', 'replaced'])
      .describe('Revoked for good, or replaced by another one in the workspace file.'),
    revokedAt: z.iso.datetime(),
  })
  .meta({
    title: 'SecretRevoked',
    description:
      "A token or a data plane's secret does not work any more. Holds no secret and nobody's name.",
  });

export type SecretRevoked = z.infer<typeof secretRevokedSchema>;
