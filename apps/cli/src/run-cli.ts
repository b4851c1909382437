import { Command, CommanderError } from 'commander';
import type { CommandContext } from './command-context.js';
import { addDataPlaneCommands } from './data-plane.commands.js';
import { addDeletionsCommands } from './deletions/deletions.commands.js';
import { explainFailure } from './explain-failure.js';
import { addMigrateCommand } from './migrate.command.js';
import { addNamespaceCommands } from './namespace.commands.js';
import { addRestoredCommand } from './restored.command.js';
import { addSecretCommands } from './secrets.commands.js';
import { addTokenCommands } from './token.commands.js';
import { addTopicCommands } from './topics.commands.js';
import { addWorkspaceCommands } from './workspace.commands.js';

const FAILURE = 1;
const USAGE = 2;

const HELP = `
Database: DATABASE_URL, or that of a Lethe which runs in this folder ("npm start").
Kafka:    KAFKA_BROKERS, by default 127.0.0.1:9092.

Examples:
  npm run lethe -- workspace apply workspaces.yaml
  npm run lethe -- token create --workspace ws_demo --name ci --email ci@example.com --role editor
  npm run lethe -- token revoke --workspace ws_demo --name ci
  npm run lethe -- data-plane create --workspace ws_demo --name eu-1
  npm run lethe -- deletions summary --workspace ws_demo
  npm run topics -- tail regulation.suppressions.v1 --from-beginning

Exit codes: 0 done, 1 it did not work (one line says why), 2 the command line is not valid.`;

/**
 * Runs one command.
 *
 * @param args without the names of Node and the script
 * @returns the exit code; never throws
 */
export async function runCli(args: readonly string[], context: CommandContext): Promise<number> {
  const program = new Command('lethe')
    .description('The command line for operators of Lethe.')
    .usage('<command> [options]')
    .helpCommand(false)
    .showHelpAfterError('(add --help to see how it is used)')
    .addHelpText('after', HELP)
    .configureOutput({
      writeOut: (text) => {
        context.print(text.replace(/\n$/, ''));
      },
      writeErr: (text) => {
        context.note(text.replace(/\n$/, ''));
      },
    })
    .exitOverride();
  addWorkspaceCommands(program, context);
  addTokenCommands(program, context);
  addDataPlaneCommands(program, context);
  addNamespaceCommands(program, context);
  addMigrateCommand(program, context);
  addRestoredCommand(program, context);
  addSecretCommands(program, context);
  addTopicCommands(program, context);
  addDeletionsCommands(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed the mistake, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    context.note(explainFailure(error));
    return FAILURE;
  }
}
