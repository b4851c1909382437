import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addLookup } from './lookup.command.js';
import { addUnsuppress } from './unsuppress.command.js';

/** Adds `users` with its commands, which call the API. */
export function addUsersCommands(program: Command, context: CommandContext): void {
  const users = program
    .command('users')
    .helpCommand(false)
    .description('Look up single users, and end their suppression, over the API.');
  addLookup(users, context);
  addUnsuppress(users, context);
}
