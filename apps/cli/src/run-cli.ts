import { Command, CommanderError } from 'commander';
import { CommandFailure, type CommandContext, type Terminal } from './command-context.js';
import { addCompletionCommand } from './completion/completion.command.js';
import { addDataPlaneCommands } from './data-plane.commands.js';
import { addDeletionsCommands } from './deletions/deletions.commands.js';
import { EXIT_CODES } from './exit-codes.js';
import { explainFailure } from './explain-failure.js';
import { addGrantsCommand } from './grants/grants.command.js';
import { addImportCommand } from './import/import.command.js';
import { addMigrateCommand } from './migrate.command.js';
import { addNamespaceCommands } from './namespace.commands.js';
import { printable } from './printable.js';
import { addRegulationsCommands } from './regulations/regulations.commands.js';
import { addRestoredCommand } from './restored.command.js';
import { addSecretCommands } from './secrets.commands.js';
import { showResults, toJson } from './show-results.js';
import { addSignInCommand } from './sign-in.command.js';
import { addStatusCommand } from './status.command.js';
import { addTokenCommands } from './token.commands.js';
import { addTopicCommands } from './topics.commands.js';
import { describeVersion, readVersion } from './version.js';
import { addWorkspaceCommands } from './workspace.commands.js';

const HELP = `
API:      LETHE_URL, by default http://127.0.0.1:8080, and LETHE_TOKEN or LETHE_TOKEN_FILE.
Database: DATABASE_URL, by default the database of the Lethe that runs in this folder ("npm start").
Kafka:    KAFKA_BROKERS, by default 127.0.0.1:9092.

Examples:
  npm run lethe -- status
  npm run lethe -- regulations create user-1 user-2
  npm run lethe -- import users.csv
  npm run lethe -- workspace apply workspaces.yaml
  npm run lethe -- token create --workspace ws_demo --name ci --email ci@example.com --role editor
  npm run lethe -- token revoke --workspace ws_demo --name ci
  npm run lethe -- data-plane create --workspace ws_demo --name eu-1
  npm run lethe -- deletions summary --workspace ws_demo
  npm run topics -- tail regulation.suppressions.v1 --from-beginning

Exit codes: 0 done, 1 failed (one line gives the reason), 2 the command line is not valid,
3 done, but some rows were refused, 130 ended by Ctrl-C.`;

/**
 * Runs one command.
 *
 * @param args arguments without the paths of Node and of the script
 * @returns exit code; the function never rejects
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('lethe');
  // Commander handles `--version` before it parses later options such as `--json`.
  const wantsJson = () => program.opts<{ json?: true }>().json === true || isVersionAsJson(args);
  const context = showResults(terminal, wantsJson);
  describeProgram(program, terminal, context);
  addCommands(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // Commander has already printed the mistake or the help.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    }
    const message = printable(explainFailure(error));
    const facts = error instanceof CommandFailure ? error.facts : {};
    const wantsJson = program.opts<{ json?: true }>().json === true;
    if (message !== '') terminal.note(wantsJson ? toJson({ message, ...facts }) : message);
    return error instanceof CommandFailure ? error.exitCode : EXIT_CODES.failed;
  }
}

function isVersionAsJson(args: readonly string[]): boolean {
  return args.includes('--json') && args.some((arg) => ['-V', '--version'].includes(arg));
}

function describeProgram(program: Command, terminal: Terminal, context: CommandContext): void {
  program
    .description('The command line for operators of Lethe.')
    .usage('<command> [options]')
    .option('--json', 'print results as JSON; for a list, one line for each element')
    .option('-V, --version', 'print the version')
    .on('option:version', () => {
      const version = readVersion();
      context.show(version, () => [describeVersion(version)]);
      throw new CommanderError(0, 'commander.version', version.version);
    })
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(add --help for help)')
    .addHelpText('after', HELP)
    .configureOutput({
      writeOut: (text) => {
        terminal.print(text.replace(/\n$/, ''));
      },
      writeErr: (text) => {
        terminal.note(text.replace(/\n$/, ''));
      },
    })
    .exitOverride();
}

function addCommands(program: Command, context: CommandContext): void {
  addStatusCommand(program, context);
  addSignInCommand(program, context);
  addRegulationsCommands(program, context);
  addImportCommand(program, context);
  addWorkspaceCommands(program, context);
  addTokenCommands(program, context);
  addDataPlaneCommands(program, context);
  addNamespaceCommands(program, context);
  addDeletionsCommands(program, context);
  addMigrateCommand(program, context);
  addGrantsCommand(program, context);
  addRestoredCommand(program, context);
  addSecretCommands(program, context);
  addTopicCommands(program, context);
  addCompletionCommand(program, context);
}
