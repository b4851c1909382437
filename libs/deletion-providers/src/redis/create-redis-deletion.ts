import { outcomes, type DeletionProvider } from '@lethe/destinations';
import type { GuardedDialer } from '@lethe/egress';
import { CarriedCounts } from '../shared/carried-counts.js';
import { failed, type DeletionProblem } from '../shared/deletion-problem.js';
import { nothingMatched } from '../shared/nothing-matched.js';
import { toOutcome } from '../shared/to-outcome.js';
import { deleteKeys } from './delete-keys.js';
import { readRedisConfig } from './redis-config.js';
import { RedisNodes } from './redis-nodes.js';
import { RespError } from './resp-replies.js';

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
        const count = (keys: number) => {
          counts.add([keys]);
        };
        const nodes = new RedisNodes(options.dialer, redis, signal);
        try {
          const keys = [...new Set(keyOf.values())];
          const deleted = await deleteKeys(nodes, keys, { beforeCall, count, signal });
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
      return toOutcome(signal, remove, (error) =>
        error instanceof RespError
          ? failed('The server does not answer like a Redis server: check address and tls.')
          : undefined,
      );
    },
    close: () => Promise.resolve(),
  };
}

function reasonOf(problem: DeletionProblem | undefined): string | undefined {
  return problem !== undefined && 'reason' in problem.outcome ? problem.outcome.reason : undefined;
}
