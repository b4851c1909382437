import { CATALOG_SCHEMA, CatalogReader, requireWorkspace } from '@lethe/catalog';
import { defined } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { Option, type Command } from 'commander';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { count } from '../count.js';
import { withDatabase } from '../open-database.js';

interface ReleaseOptions {
  readonly workspace?: string;
  readonly destination?: string;
  readonly all?: true;
}

const RELEASE_NOTES = `
Jobs are on hold in two cases: they are older than the first version of Lethe that deletes, or "lethe restored" put them
on hold after a restore of the database. They delete nothing until you release them. List them first with
"deletions list --held". Cancel a regulation if the data of its user must not be deleted.

The command connects to the database (DATABASE_URL). No token can release jobs.

Examples:
  lethe deletions release --workspace ws_demo --destination dst_hook
  lethe deletions release --all`;

export function addRelease(deletions: Command, context: CommandContext): void {
  deletions
    .command('release')
    .summary('Release jobs that are on hold.')
    .description(
      'Release jobs that are on hold, for example after a restore. Workers then carry them out.',
    )
    .option('--workspace <id>', 'only jobs of this workspace')
    .option('--destination <id>', 'only jobs of this destination of the workspace')
    .addOption(
      new Option('--all', 'jobs of all workspaces').conflicts(['workspace', 'destination']),
    )
    .addHelpText('after', RELEASE_NOTES)
    .action(async (options: ReleaseOptions, command: Command) => {
      if (options.workspace === undefined && options.all === undefined) {
        command.error("error: either '--workspace' or '--all' is needed");
      }
      const { released, left } = await release(context, options);
      context.show({ released, left }, () => [`${count(released, 'job')} released.`]);
      if (left > 0) {
        throw new CommandFailure(
          `${count(left, 'job')} not released, because another process has locked them. Run the command again.`,
        );
      }
    });
}

/**
 * @throws CatalogError if the workspace does not exist
 * @throws CommandFailure if the workspace has neither jobs on hold of the destination nor the
 * destination
 */
async function release(context: CommandContext, { workspace, destination }: ReleaseOptions) {
  // Imported only here, because loading the service takes a second.
  const { REGULATION_SCHEMA, releaseJobsOnHold } = await import('@lethe/regulation');
  return withDatabase(context, [REGULATION_SCHEMA, CATALOG_SCHEMA], async (database) => {
    if (workspace !== undefined) await requireWorkspace(database, workspace);
    const filter = defined({ workspaceId: workspace, destinationId: destination });
    const result = await releaseJobsOnHold(database, filter, (soFar) => {
      context.note(`${count(soFar, 'job')} released so far.`);
    });
    const isEmpty = result.released === 0 && result.left === 0;
    if (isEmpty && workspace !== undefined && destination !== undefined) {
      await requireDestination(database, workspace, destination);
    }
    return result;
  });
}

/** @throws CommandFailure if the workspace has no such destination */
async function requireDestination(
  database: DatabaseConnection,
  workspace: string,
  destination: string,
): Promise<void> {
  const [known] = await new CatalogReader(database).findDestinations(workspace, [destination]);
  if (known !== undefined) return;
  throw new CommandFailure(`Workspace "${workspace}" has no destination "${destination}".`);
}
