import { listSharedNames } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';

/** Says at the start what `lethe namespace shared` lists. No reason not to start. */
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
    logger.warn(
      { error: describeError(error) },
      'shared write keys and ids could not be looked for',
    );
  }
}
