import type { DeletionUser, VerificationOutcome } from '@lethe/destinations';
import { readTopicToEnd, type KafkaClient, type TombstoneTarget } from '@lethe/messaging';
import { foundUsers } from '../shared/found-users.js';

/** Records between two calls of `beforeCall`, which also shows that the reading makes progress. */
const RECORDS_OF_A_CALL = 10_000;
/** Milliseconds for one topic. A topic that takes longer cannot be checked. */
const MOST_READ_MS = 6 * 3_600_000;

/**
 * Reads the topics from their beginnings, and finds the keys whose newest record in any partition
 * has a value. The key has data there, even if other partitions have a tombstone.
 *
 * A batch that cannot be read may have these keys, so then all users without data are in doubt.
 *
 * @param toKey returns the key of a record for a userId
 * @throws KafkaJSError; the error of `beforeCall`
 */
export async function verifyKeys(
  kafka: KafkaClient,
  targets: readonly TombstoneTarget[],
  { users, toKey, beforeCall }: VerifyKeysOptions,
): Promise<VerificationOutcome> {
  const wanted = new Set(users.map(({ identifiers }) => toKey(identifiers.userId)));
  /** Number of partitions in which the newest record of a key has a value. */
  const counts = new Map<string, number>();
  let records = 0;
  let unreadable = 0;
  for (const { topic } of targets) {
    const valued = new Set<string>();
    await beforeCall();
    await readTopicToEnd(kafka, {
      topic,
      timeoutMs: MOST_READ_MS,
      onUnreadable: () => {
        unreadable += 1;
      },
      onRecord: async ({ key, value, partition }) => {
        records += 1;
        if (key !== null && wanted.has(key)) {
          const place = `${partition} ${key}`;
          if (value === null) valued.delete(place);
          else valued.add(place);
        }
        if (records % RECORDS_OF_A_CALL === 0) await beforeCall();
      },
    });
    for (const place of valued) {
      const key = place.slice(place.indexOf(' ') + 1);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const perUser = new Map(
    users.map(({ identifiers: { userId } }) => [userId, counts.get(toKey(userId)) ?? 0]),
  );
  const found = foundUsers(users, perUser);
  const inDoubt =
    unreadable === 0 ? [] : users.filter((user) => !perUser.get(user.identifiers.userId));
  return {
    status: 'verified',
    record: {
      method: 'newest record of each key',
      counts: {
        users: users.length,
        topics: targets.length,
        partitions: targets.reduce((sum, { partitions }) => sum + partitions, 0),
        records,
        ...(unreadable > 0 && { 'unreadable batches': unreadable }),
      },
    },
    ...found,
    ...(inDoubt.length > 0 && {
      doubtful: inDoubt.map(({ regulationId }) => regulationId),
      reason: `doubtful: ${unreadable} batches of the topic cannot be read, and may have records of these users. Check the topic, then verify again.`,
    }),
  };
}

export interface VerifyKeysOptions {
  readonly users: readonly DeletionUser[];
  readonly toKey: (userId: string) => string;
  readonly beforeCall: () => Promise<void>;
}
