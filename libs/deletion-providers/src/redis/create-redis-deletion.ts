import { outcomes, type DeletionProvider } from '@lethe/destinations';
import type { GuardedDialer } from '@lethe/egress';
import { CarriedCounts } from '../shared/carried-counts.js';
import { failed, reasonOf, type DeletionProblem } from '../shared/deletion-problem.js';
import { nothingMatched } from '../shared/nothing-matched.js';
import { toOutcome, toVerification } from '../shared/to-outcome.js';
import { askKeys } from './ask-keys.js';
import { readRedisConfig } from './redis-config.js';
import { RedisNodes } from './redis-nodes.js';
import { RespError } from './resp-replies.js';
import { verifyKeys } from './verify-keys.js';

const NONE_FOUND = nothingMatched('keys', 'prefix, keyPattern and database');

/**
 * Deletes the key of each user in a single Redis or a cluster. Each deletion opens new connections,
 * so that workspaces never share a connection.
 *
 * @param options.dialer opens all connections, including those to further nodes of a cluster
 */
export function createRedisDeletion(options: { readonly dialer: GuardedDialer }): DeletionProvider {
  return {
    delete: (input) => {
      const { config, users, beforeCall, signal } = input;
      const remove = async () => {
        const redis = readRedisConfig(config);
        const keyOf = new Map(
          users.map((user) => [user.regulationId, redis.toKey(user.identifiers.userId)]),
        );
        const counts = new CarriedCounts(input, 1, [redis.places, redis.database, redis.toKey('')]);
        const nodes = new RedisNodes(options.dialer, redis, signal);
        try {
          const keys = [...new Set(keyOf.values())];
          const deleted = await askKeys(nodes, keys, {
            command: 'UNLINK',
            fallback: 'DEL', // Redis 3 and some compatible servers lack UNLINK
            onExisting: (existing) => {
              counts.add([existing.length]);
            },
            ...{ beforeCall, signal },
          });
          const refused = [...keyOf].flatMap(([regulationId, key]) => {
            const reason = reasonOf(deleted.refused.get(key));
            return reason === undefined ? [] : [{ regulationId, reason }];
          });
          const [found = 0] = counts.values;
          const record = {
            method: `${deleted.command} by key`,
            counts: { users: users.length - refused.length, keys: found },
            ...(found === 0 ? { notes: [NONE_FOUND] } : {}),
          };
          return outcomes.complete(record, refused);
        } finally {
          nodes.close();
        }
      };
      return toOutcome(signal, remove, explain);
    },
    verify: (input) =>
      toVerification(input, (seen) => verifyKeys(options.dialer, input, seen), explain),
    close: () => Promise.resolve(),
  };
}

function explain(error: unknown): DeletionProblem | undefined {
  return error instanceof RespError
    ? failed('The server does not answer like a Redis server: check address and tls.')
    : undefined;
}
