import { LetheError } from '@lethe/contracts';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { requestOf, withDeletions, type OfWorkspace } from './with-deletions.js';

export function addPauses(deletions: Command, context: CommandContext): void {
  for (const [name, id, paused, description, done] of [
    [
      'pause',
      'pauseDeletions',
      true,
      'Pause the deletions of a destination. No job begins until you resume them.',
      'paused',
    ],
    [
      'resume',
      'resumeDeletions',
      false,
      'Resume the deletions of a destination. Jobs can begin at once.',
      'resumed',
    ],
  ] as const) {
    deletions
      .command(name)
      .description(description)
      .requiredOption('--workspace <id>', 'workspace')
      .requiredOption('--destination <id>', 'destination')
      .action(
        async ({ workspace, destination }: OfWorkspace & { readonly destination: string }) => {
          const command = { context: requestOf(workspace), destinationId: destination };
          await withDeletions(context, { workspace }, (commands) =>
            commands[id](command).catch((error: unknown) => {
              throw isNotFound(error)
                ? new CommandFailure(
                    `Workspace "${workspace}" has no destination "${destination}".`,
                  )
                : (error as Error);
            }),
          );
          context.show({ workspace, destination, paused }, () => [
            `The deletions of "${destination}" are ${done}.`,
          ]);
        },
      );
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof LetheError && error.code === 'not_found';
}
