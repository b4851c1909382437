import type { DeletionInput, ProviderVerification } from '@lethe/destinations';
import type { GuardedDialer } from '@lethe/egress';
import { reasonOf } from '../shared/deletion-problem.js';
import { foundUsers } from '../shared/found-users.js';
import type { Seen } from '../shared/to-outcome.js';
import { askKeys } from './ask-keys.js';
import { readRedisConfig } from './redis-config.js';
import { RedisNodes } from './redis-nodes.js';

/**
 * Asks for the key of each user with `EXISTS`. A key for which the server refuses the command puts
 * its user in doubt.
 *
 * @param seen gets the users whose keys exist
 * @throws DeletionProblem; RespError; connection errors
 */
export async function verifyKeys(
  dialer: GuardedDialer,
  { config, users, beforeCall, signal }: DeletionInput,
  seen: Seen,
): Promise<ProviderVerification> {
  const redis = readRedisConfig(config);
  const keyOf = new Map(users.map(({ identifiers: { userId } }) => [userId, redis.toKey(userId)]));
  const existing = new Set<string>();
  const soFar = (asked: number) => ({
    record: {
      method: `EXISTS of the keys ${redis.place}`,
      counts: { users: asked, keys: existing.size },
    },
    ...foundUsers(
      users,
      new Map([...keyOf].map(([userId, key]) => [userId, existing.has(key) ? 1 : 0])),
    ),
  });
  // If the verification ends early, it is not known for how many other users the server answered.
  seen.soFar = () => soFar(existing.size);
  const nodes = new RedisNodes(dialer, redis, signal);
  try {
    const { refused } = await askKeys(nodes, [...new Set(keyOf.values())], {
      command: 'EXISTS',
      onExisting: (keys) => {
        for (const key of keys) existing.add(key);
      },
      ...{ beforeCall, signal },
    });
    const keyOfUser = (userId: string) => keyOf.get(userId) ?? '';
    const doubtful = users.filter(({ identifiers }) => refused.has(keyOfUser(identifiers.userId)));
    const [problem] = refused.values();
    return {
      status: 'verified',
      ...soFar(users.length - doubtful.length),
      ...(doubtful.length > 0 && {
        doubtful: doubtful.map(({ regulationId }) => regulationId),
        reason: reasonOf(problem) ?? '',
      }),
    };
  } finally {
    nodes.close();
  }
}
