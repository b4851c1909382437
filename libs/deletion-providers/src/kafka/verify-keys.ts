import type { DeletionUser, ProviderVerification } from '@lethe/destinations';
import {
  OpenTransactionError,
  readTopicToEnd,
  type KafkaClient,
  type TombstoneTarget,
} from '@lethe/messaging';
import { foundUsers } from '../shared/found-users.js';
import { shortName } from '../shared/short-name.js';
import type { Seen } from '../shared/to-outcome.js';

/** Records between two calls of `beforeCall`, which also shows that the reading makes progress. */
const RECORDS_OF_A_CALL = 10_000;
/** Milliseconds for one topic. A topic that takes longer cannot be checked. */
const MOST_READ_MS = 6 * 3_600_000;

/**
 * Reads the topics from their beginnings, and finds the keys whose newest record in any partition
 * has a value. The key has data there, even if other partitions have a tombstone.
 *
 * A batch that cannot be read may have these keys, so then all users without data are in doubt. A
 * partition with an open transaction says nothing: data or a tombstone can be in the transaction,
 * or after it.
 *
 * @param options.toKey returns the key of a record for a userId
 * @param options.seen gets the users with data in partitions that were read to their ends
 * @throws KafkaJSError; OpenTransactionError; the error of `beforeCall`
 */
export async function verifyKeys(
  kafka: KafkaClient,
  targets: readonly TombstoneTarget[],
  { users, toKey, beforeCall, openTransactionsMs, seen }: VerifyKeysOptions,
): Promise<ProviderVerification> {
  const wanted = new Set(users.map(({ identifiers }) => toKey(identifiers.userId)));
  /** Number of partitions in which the newest record of a key has a value. */
  const counts = new Map<string, number>();
  let records = 0;
  let unreadable = 0;
  const soFar = () => ({
    record: {
      method: `newest record of each key in ${shortName(targets.map(({ topic }) => topic).join(', '))}`,
      counts: {
        users: users.length,
        topics: targets.length,
        partitions: targets.reduce((sum, { partitions }) => sum + partitions, 0),
        records,
        ...(unreadable > 0 && { 'unreadable batches': unreadable }),
      },
    },
    ...foundUsers(
      users,
      new Map(users.map(({ identifiers: { userId } }) => [userId, counts.get(toKey(userId)) ?? 0])),
    ),
  });
  seen.soFar = soFar;
  for (const { topic } of targets) {
    /** Partitions of each key in which its newest record has a value. */
    const valued = new Map<string, Set<number>>();
    const count = (open: readonly number[] = []) => {
      for (const [key, partitions] of valued) {
        const known = [...partitions].filter((partition) => !open.includes(partition));
        counts.set(key, (counts.get(key) ?? 0) + known.length);
      }
    };
    await beforeCall();
    const reading = readTopicToEnd(kafka, {
      ...{ topic, openTransactionsMs, timeoutMs: MOST_READ_MS },
      onUnreadable: () => {
        unreadable += 1;
      },
      onRecord: async ({ key, value, partition }) => {
        records += 1;
        if (key !== null && wanted.has(key)) {
          const partitions = valued.get(key) ?? new Set();
          if (value === null) partitions.delete(partition);
          else valued.set(key, partitions.add(partition));
        }
        if (records % RECORDS_OF_A_CALL === 0) await beforeCall();
      },
    });
    await reading.catch((error: unknown) => {
      if (error instanceof OpenTransactionError) count(error.partitions);
      throw error;
    });
    count();
  }
  const answer = soFar();
  const isFound = new Set(answer.found?.map(({ regulationId }) => regulationId));
  const inDoubt =
    unreadable === 0 ? [] : users.filter(({ regulationId }) => !isFound.has(regulationId));
  return {
    ...{ status: 'verified', ...answer },
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
  /** Milliseconds to wait for transactions that are open when the reading begins. */
  readonly openTransactionsMs: number;
  readonly seen: Seen;
}
