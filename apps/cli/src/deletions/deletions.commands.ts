import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addDeadlineCommands } from './deadline.commands.js';
import { addList } from './list.command.js';
import { addPauses } from './pause.commands.js';
import { addRetry } from './retry.command.js';
import { addVerify } from './verify.command.js';
import { addSummary } from './summary.command.js';
import { addWatch } from './watch.command.js';

/**
 * Adds `deletions` with its commands, which call the API.
 *
 * @returns the group, to which other programs add commands
 */
export function addDeletionsCommands(program: Command, context: CommandContext): Command {
  const deletions = program
    .command('deletions')
    .helpCommand(false)
    .description(
      'List and follow deletion jobs; retry, pause and resume them; extend deadlines; record exceptions.',
    );
  addList(deletions, context);
  addSummary(deletions, context);
  addWatch(deletions, context);
  addRetry(deletions, context);
  addDeadlineCommands(deletions, context);
  addVerify(deletions, context);
  addPauses(deletions, context);
  return deletions;
}
