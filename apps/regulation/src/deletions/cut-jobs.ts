import type { UserIdentifiers } from '@lethe/contracts';
import { atMost, inPortions } from '../database/in-portions.js';

/** A user of a deletion, with what a worker gets of them. */
export interface DeletionUser {
  readonly regulationId: string;
  readonly identifiers: UserIdentifiers;
  /** Bytes of the identifiers as JSON. */
  readonly identifierBytes: number;
  /** Bytes of the user on the topic. */
  readonly topicBytes: number;
}

/** @returns the user, measured once for all destinations */
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

/** Most users of one job, whatever the destination could take. */
export const MAX_USERS_PER_JOB = 1_000;
/** Most bytes that the users of one job may take on the topic. */
export const MAX_USER_BYTES_PER_JOB = 512 * 1024;
/** Most bytes that the identifiers of one job may take as JSON: they travel to the worker, and to the destination. */
export const MAX_IDENTIFIER_BYTES_PER_JOB = 2 * 1024 * 1024;

/**
 * Cuts the users of one request into jobs, keeping their order.
 *
 * @param users the users to delete at one destination
 * @param batchSize how many users the destination type takes at once
 */
export function cutJobs<User extends DeletionUser>(
  users: readonly User[],
  batchSize: number,
): User[][] {
  return [
    ...inPortions(users, [
      atMost(Math.min(batchSize, MAX_USERS_PER_JOB)),
      { most: MAX_USER_BYTES_PER_JOB, of: ({ topicBytes }) => topicBytes },
      { most: MAX_IDENTIFIER_BYTES_PER_JOB, of: ({ identifierBytes }) => identifierBytes },
    ]),
  ];
}
