import { Option, type Command } from 'commander';
import { defined } from '@lethe/contracts';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { count } from '../count.js';
import { withDeletions, type OfWorkspace } from './with-deletions.js';

interface ReleaseOptions extends Partial<OfWorkspace> {
  readonly destination?: string;
  readonly all?: true;
}

const RELEASE_NOTES = `
Jobs are on hold in two cases: they are older than the first version of Lethe that deletes, or "lethe restored" put them
on hold after a restore of the database. They delete nothing until you release them. List them first with
"deletions list --held". Cancel a regulation if the data of its user must not be deleted.

Examples:
  npm run lethe -- deletions release --workspace ws_demo --destination dst_hook
  npm run lethe -- deletions release --all`;

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
    .action(async ({ workspace, destination, all }: ReleaseOptions, command: Command) => {
      if (workspace === undefined && all === undefined) {
        command.error("error: either '--workspace' or '--all' is needed");
      }
      const { releaseJobsOnHold } = await import('@lethe/regulation');
      const filter = defined({ workspaceId: workspace, destinationId: destination });
      const { released, left } = await withDeletions(
        context,
        { workspace, destination },
        (_commands, database) =>
          releaseJobsOnHold(database, filter, (soFar) => {
            context.note(`${count(soFar, 'job')} released so far.`);
          }),
      );
      context.show({ released, left }, () => [`${count(released, 'job')} released.`]);
      if (left > 0) {
        throw new CommandFailure(
          `${count(left, 'job')} not released, because another process has locked them. Run the command again.`,
        );
      }
    });
}
