import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { addCompletionCommand } from './completion/completion.command.js';
import { addDeletionsCommands } from './deletions/deletions.commands.js';
import { addImportCommand } from './import/import.command.js';
import { explainError, type Program } from './program.js';
import { addRegulationsCommands } from './regulations/regulations.commands.js';
import { addSignInCommand } from './sign-in.command.js';
import { addStatusCommand } from './status.command.js';
import { addTestCommand } from './test-cases/test.command.js';
import { addUsersCommands } from './users/users.commands.js';

export const API_SETTINGS =
  'API:      LETHE_URL, by default http://127.0.0.1:8080, and LETHE_TOKEN or LETHE_TOKEN_FILE.';

export const API_EXAMPLES = `  lethe status
  lethe regulations create user-1 user-2
  lethe import users.csv
  lethe users lookup user-1
  lethe deletions summary`;

/**
 * The program of the npm package `@lethe/cli`. It uses only the API, so it needs neither the drivers
 * of the database nor those of Kafka. The test of the package names all packages that it may import.
 */
export const API_PROGRAM: Program = {
  description: 'The command line for callers of the API of Lethe.',
  settings: API_SETTINGS,
  examples: API_EXAMPLES,
  addCommands: (program, context) => {
    addApiCommands(program, context);
    addCompletionCommand(program, context);
  },
  explain: explainError,
};

/**
 * Adds the commands that use only the API.
 *
 * @returns the group `deletions`, to which other programs add commands
 */
export function addApiCommands(program: Command, context: CommandContext): Command {
  addStatusCommand(program, context);
  addSignInCommand(program, context);
  addRegulationsCommands(program, context);
  addImportCommand(program, context);
  addUsersCommands(program, context);
  addTestCommand(program, context);
  return addDeletionsCommands(program, context);
}
