import type { UserIdentifiers } from '@lethe/contracts';
import { atMost, inPortions } from '../database/in-portions.js';

/** A user of a deletion, with the identifiers that a worker gets. */
export interface DeletionUser {
  readonly regulationId: string;
  readonly identifiers: UserIdentifiers;
  /** Bytes of the identifiers as JSON. */
  readonly identifierBytes: number;
  /** Bytes that the user takes in a record of the deletions topic. */
  readonly topicBytes: number;
}

/** Returns the user with both sizes. They are computed once, and used for all destinations. */
export function measured<User extends Pick<DeletionUser, 'regulationId' | 'identifiers'>>(
  user: User,
): User & DeletionUser {
  const { regulationId, identifiers } = user;
  const { userId } = identifiers;
  return {
    ...user,
    identifierBytes: Buffer.byteLength(JSON.stringify(identifiers)),
    topicBytes: Buffer.byteLength(JSON.stringify({ regulationId, userId })) + 1,
  };
}

/** Maximum number of users in one job, even if the destination accepts larger batches. */
export const MAX_USERS_PER_JOB = 1_000;
/** Maximum number of bytes that the users of one job take on the deletions topic. */
export const MAX_USER_BYTES_PER_JOB = 512 * 1024;
/**
 * Maximum size of the identifiers of one job, in bytes of JSON. The worker and the destination
 * receive this JSON.
 */
export const MAX_IDENTIFIER_BYTES_PER_JOB = 2 * 1024 * 1024;

/** Divides the users of one request into jobs. The users keep their sequence. */
export function cutJobs<User extends DeletionUser>(
  users: readonly User[],
  batchSize: number,
): User[][] {
  return [
    ...inPortions(users, [
      atMost(Math.min(batchSize, MAX_USERS_PER_JOB)),
      { most: MAX_USER_BYTES_PER_JOB, sizeOf: ({ topicBytes }) => topicBytes },
      { most: MAX_IDENTIFIER_BYTES_PER_JOB, sizeOf: ({ identifierBytes }) => identifierBytes },
    ]),
  ];
}
