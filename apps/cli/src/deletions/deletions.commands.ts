import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addList } from './list.command.js';
import { addPauses } from './pause.commands.js';
import { addRelease } from './release.command.js';
import { addRetry } from './retry.command.js';
import { addSummary } from './summary.command.js';
import { addWatch } from './watch.command.js';
import { addWebhookSecret } from './webhook-secret.command.js';

export function addDeletionsCommands(program: Command, context: CommandContext): void {
  const deletions = program
    .command('deletions')
    .helpCommand(false)
    .description('List and follow deletion jobs; retry, pause, resume and release them.');
  addList(deletions, context);
  addSummary(deletions, context);
  addWatch(deletions, context);
  addRetry(deletions, context);
  addPauses(deletions, context);
  addRelease(deletions, context);
  addWebhookSecret(deletions, context);
}
