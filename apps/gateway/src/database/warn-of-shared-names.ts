import { listSharedNames } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';

/**
 * At start, logs a warning if workspaces of a namespace share write keys or ids. The command `lethe
 * namespace shared` lists them. A failure of this check does not stop the start.
 */
export async function warnOfSharedNames(
  database: DatabaseConnection,
  logger: Logger,
): Promise<void> {
  try {
    const shared = await listSharedNames(database);
    for (const namespace of new Set(shared.map(({ namespaceId }) => namespaceId))) {
      const ofNamespace = shared.filter(({ namespaceId }) => namespaceId === namespace);
      const writeKeys = ofNamespace.filter(({ kind }) => kind === 'write key').length;
      logger.warn(
        { namespace, writeKeys, ids: ofNamespace.length - writeKeys },
        'workspaces of a namespace share write keys or ids: "lethe namespace shared" lists them',
      );
    }
  } catch (error) {
    logger.warn({ error: describeError(error) }, 'the search for shared write keys and ids failed');
  }
}
