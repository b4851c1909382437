import type { DeletionManagementCommands } from '@lethe/api/deletions';
import { CATALOG_SCHEMA, CatalogReader, requireWorkspace } from '@lethe/catalog';
import type { CommandContext as RequestContext } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { kafkaConfig } from '../cli.config.js';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { withDatabase } from '../open-database.js';

/** Maximum milliseconds of one call. A command can make many calls. */
const DEADLINE_MS = 60_000;

export interface OfWorkspace {
  readonly workspace: string;
}

/**
 * Runs work with the commands for deletions. Imports the regulation service only here, because
 * loading it takes a second.
 *
 * @param of.workspace must exist; if absent, the work is for all workspaces
 * @param of.destination must exist in the workspace, or have deletion jobs from the time when it
 * existed
 * @throws CatalogError when the workspace does not exist
 * @throws CommandFailure when the workspace has no such destination and no deletion jobs of it
 */
export async function withDeletions<T>(
  context: CommandContext,
  { workspace, destination }: Partial<OfWorkspace> & { readonly destination?: string | undefined },
  work: (commands: DeletionManagementCommands, database: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const { CommandGate, deletionHandlers, ForegroundWork, REGULATION_SCHEMA, RegulationEvents } =
    await import('@lethe/regulation');
  const { LETHE_TOPIC_PREFIX: topicPrefix } = kafkaConfig(context.environment);
  return withDatabase(context, [REGULATION_SCHEMA, CATALOG_SCHEMA], async (database) => {
    if (workspace !== undefined) await requireWorkspace(database, workspace);
    const catalog = new CatalogReader(database);
    const commands = deletionHandlers({
      gate: new CommandGate(new ForegroundWork(), 1),
      ...{ database, reads: database },
      catalog,
      events: new RegulationEvents(topicPrefix),
      afterCommit: () => undefined, // the relay polls, so it needs no signal
    });
    if (workspace !== undefined && destination !== undefined) {
      const [known] = await catalog.findDestinations(workspace, [destination]);
      if (known === undefined) await requireJobs(commands, workspace, destination);
    }
    return work(commands, database);
  });
}

async function requireJobs(
  commands: DeletionManagementCommands,
  workspace: string,
  destination: string,
): Promise<void> {
  const { data } = await commands.listDeletionJobs({
    ...{ context: requestOf(workspace), destinationId: destination, limit: 1 },
  });
  if (data.length > 0) return;
  throw new CommandFailure(`Workspace "${workspace}" has no destination "${destination}".`);
}

/** Returns the context of one call. */
export function requestOf(workspaceId: string): RequestContext {
  const deadline = Date.now() + DEADLINE_MS;
  return { requestId: 'lethe-cli', deadline, workspaceId, actor: 'command line' };
}
