import type { DeletionUser } from '@lethe/destinations';

/** Maximum bytes of a body. Many servers reject larger bodies, so Lethe makes more calls instead. */
export const MOST_BODY_BYTES = 1024 * 1024;

/** Returns the body of a call about users. Calls of both types have the same members. */
export function callBody(
  type: 'user.deletion_requested' | 'user.verification_requested',
  jobId: string,
  users: readonly DeletionUser[],
): string {
  return JSON.stringify({
    type,
    timestamp: new Date().toISOString(),
    data: {
      jobId,
      users: users.map(({ regulationId, identifiers: { userId, ...identifiers } }) => ({
        regulationId,
        userId,
        identifiers,
      })),
    },
  });
}
