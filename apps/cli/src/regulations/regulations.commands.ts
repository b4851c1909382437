import type { Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { addCancel } from './cancel.command.js';
import { addCreate } from './create.command.js';
import { addGet } from './get.command.js';
import { addList } from './list.command.js';

/** Adds `regulations` with its commands, which call the API. */
export function addRegulationsCommands(program: Command, context: CommandContext): void {
  const regulations = program
    .command('regulations')
    .helpCommand(false)
    .description('Create, list, show and cancel regulations, over the API.');
  addCreate(regulations, context);
  addList(regulations, context);
  addGet(regulations, context);
  addCancel(regulations, context);
}
