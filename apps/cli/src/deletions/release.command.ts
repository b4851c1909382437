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
Jobs are held that were ordered before this version, and those that a restore of the database brought back: they
delete only after somebody has looked at them. Look with "deletions list --held" first; cancel what must not happen.

Examples:
  npm run lethe -- deletions release --workspace ws_demo --destination dst_hook
  npm run lethe -- deletions release --all`;

export function addRelease(deletions: Command, context: CommandContext): void {
  deletions
    .command('release')
    .summary('Let held jobs be carried out.')
    .description('Let workers have the jobs that are held after a restore.')
    .option('--workspace <id>', 'those of this workspace')
    .option('--destination <id>', 'those of this destination of the workspace')
    .addOption(
      new Option('--all', 'those of every workspace').conflicts(['workspace', 'destination']),
    )
    .addHelpText('after', RELEASE_NOTES)
    .action(async ({ workspace, destination, all }: ReleaseOptions, command: Command) => {
      if (workspace === undefined && all === undefined) {
        command.error("error: either '--workspace' or '--all' is needed");
      }
      const { releaseHeldJobs } = await import('@lethe/regulation');
      const filter = defined({ workspaceId: workspace, destinationId: destination });
      const { released, left } = await withDeletions(
        context,
        { workspace, destination },
        (_commands, database) =>
          releaseHeldJobs(database, filter, (soFar) => {
            context.note(`${count(soFar, 'job')} released so far.`);
          }),
      );
      context.show({ released, left }, () => [`${count(released, 'job')} released.`]);
      if (left > 0) {
        throw new CommandFailure(
          `${count(left, 'job')} could not be released, as something else has them locked. Run the command again.`,
        );
      }
    });
}
