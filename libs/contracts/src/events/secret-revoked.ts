import { z } from 'zod';

/**
 * Schema of the values on `catalog.revocations.v1`. A record says that a secret no longer works.
 * The key of the record is the hash of the secret.
 */
export const secretRevokedSchema = z
  .object({
    kind: z.enum(['token', 'data_plane']).describe('Owner of the secret: a token or a data plane.'),
    reason: z
      .enum(['revoked', 'replaced'])
      .describe('Revoked permanently, or replaced by another secret in the workspace file.'),
    revokedAt: z.iso.datetime(),
  })
  .meta({
    title: 'SecretRevoked',
    description:
      'The secret of a token or a data plane no longer works. The record holds neither the secret nor a name.',
  });

export type SecretRevoked = z.infer<typeof secretRevokedSchema>;
