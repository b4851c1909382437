import type { DeletionProvider } from '@lethe/destinations';
import type { GuardedDialer } from '@lethe/egress';
import { failed } from '../connections/deletion-problem.js';
import { toOutcome } from '../connections/to-outcome.js';
import { deleteKeys } from './delete-keys.js';
import { readRedisConfig } from './redis-config.js';
import { RedisNodes } from './redis-nodes.js';
import { RespError } from './resp-replies.js';

const NONE_FOUND =
  'None of the keys was there: if users are known to be stored, check prefix, keyPattern and database.';

/**
 * Deletes the key of each user, at a single Redis or a cluster. Connections live as long as one deletion:
 * none is shared between workspaces.
 *
 * @param options.dialer makes all connections, also those to what a cluster names
 */
export function createRedisDeletion(options: { readonly dialer: GuardedDialer }): DeletionProvider {
  return {
    delete: ({ config, users, beforeCall, signal }) =>
      toOutcome(signal, async () => {
        const redis = readRedisConfig(config);
        const keys = new Set(users.map(({ identifiers }) => redis.toKey(identifiers.userId)));
        const nodes = new RedisNodes(options.dialer, redis, signal);
        try {
          const deleted = await deleteKeys(nodes, [...keys], beforeCall, signal);
          const counts = { users: users.length, keys: deleted.keys };
          const notes = deleted.keys === 0 ? { notes: [NONE_FOUND] } : {};
          const record = { method: `${deleted.command} by key`, counts, ...notes };
          return { status: 'complete', record };
        } catch (error) {
          if (error instanceof RespError) {
            throw failed('The server does not answer as Redis does: check address, and tls.');
          }
          throw error;
        } finally {
          nodes.close();
        }
      }),
    close: () => Promise.resolve(),
  };
}
