import { OperatorError } from '@lethe/contracts';
import { Command, CommanderError } from 'commander';
import { CommandFailure, type CommandContext, type Terminal } from './command-context.js';
import { EXIT_CODES } from './exit-codes.js';
import { printable } from './printable.js';
import { showResults, toJson } from './show-results.js';
import { describeVersion, readVersion } from './version.js';

/** The commands of a program `lethe`, with its help. */
export interface Program {
  readonly description: string;
  /** Lines about the variables that the commands read. */
  readonly settings: string;
  /** Lines with examples. */
  readonly examples: string;
  readonly addCommands: (program: Command, context: CommandContext) => void;
  /** Explains to the user in one line why a command failed. */
  readonly explain: (error: unknown) => string;
}

const EXIT_CODE_NOTES = `Exit codes: 0 done, 1 failed (one line gives the reason), 2 the command line is not valid,
3 done, but some rows were refused, 130 ended by Ctrl-C.`;

/**
 * Runs one command.
 *
 * @param args arguments without the paths of Node and of the script
 * @returns exit code; the function never rejects
 */
export async function runProgram(
  definition: Program,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const program = new Command('lethe');
  // Commander handles `--version` before it parses later options such as `--json`.
  const wantsJson = () => program.opts<{ json?: true }>().json === true || isVersionAsJson(args);
  const context = showResults(terminal, wantsJson);
  describeProgram(program, definition, context);
  definition.addCommands(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    // Commander has already printed the mistake or the help.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    }
    const message = printable(definition.explain(error));
    const facts = error instanceof CommandFailure ? error.facts : {};
    const wantsJson = program.opts<{ json?: true }>().json === true;
    if (message !== '') terminal.note(wantsJson ? toJson({ message, ...facts }) : message);
    return error instanceof CommandFailure ? error.exitCode : EXIT_CODES.failed;
  }
}

/** Explains to the user why a command that uses only the API failed. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return 'The command failed.';
  return error instanceof OperatorError ? error.message : `The command failed: ${error.message}`;
}

function isVersionAsJson(args: readonly string[]): boolean {
  return args.includes('--json') && args.some((arg) => ['-V', '--version'].includes(arg));
}

function describeProgram(
  program: Command,
  { description, settings, examples }: Program,
  context: CommandContext,
): void {
  program
    .description(description)
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
    .addHelpText('after', `\n${settings}\n\nExamples:\n${examples}\n\n${EXIT_CODE_NOTES}`)
    .configureOutput({
      writeOut: (text) => {
        context.print(text.replace(/\n$/, ''));
      },
      writeErr: (text) => {
        context.note(text.replace(/\n$/, ''));
      },
    })
    .exitOverride();
}
