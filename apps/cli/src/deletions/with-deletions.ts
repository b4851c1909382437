import { CATALOG_SCHEMA, CatalogReader, requireWorkspace } from '@lethe/catalog';
import type { CommandContext as RequestContext } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import type { DeletionManagement } from '@lethe/regulation';
import { kafkaConfig } from '../cli.config.js';
import type { CommandContext } from '../command-context.js';
import { withDatabase } from '../open-database.js';

/** Milliseconds for one call; a retry is made of many. */
const DEADLINE_MS = 60_000;

export interface OfWorkspace {
  readonly workspace: string;
}

/**
 * Runs work on the deletions of the database. The whole service takes a second to load.
 *
 * @param workspace that must exist; all of them when absent
 * @throws CatalogError when there is no such workspace
 */
export async function withDeletions<T>(
  context: CommandContext,
  workspace: string | undefined,
  work: (management: DeletionManagement, database: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const { DeletionManagement, REGULATION_SCHEMA, RegulationEvents } =
    await import('@lethe/regulation');
  const { LETHE_TOPIC_PREFIX: topicPrefix } = kafkaConfig(context.environment);
  return withDatabase(context, [REGULATION_SCHEMA, CATALOG_SCHEMA], async (database) => {
    if (workspace !== undefined) await requireWorkspace(database, workspace);
    const management = new DeletionManagement({
      databases: { commands: database, reads: database },
      catalog: new CatalogReader(database),
      events: new RegulationEvents(topicPrefix),
      afterCommit: () => undefined, // the relay looks by itself
    });
    return work(management, database);
  });
}

/** The context of one call. */
export function requestOf(workspaceId: string): RequestContext {
  const deadline = Date.now() + DEADLINE_MS;
  return { requestId: 'lethe-cli', deadline, workspaceId, actor: 'command line' };
}
