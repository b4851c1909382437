import { HIGHEST_LIMITS } from '@lethe/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { withRequestOptions } from '../regulations/request-options.js';
import { parseColumns } from './columns.js';
import { runImport, type ImportOptions } from './run-import.js';

const DEFAULT_CHUNK = 1_000;

const NOTES = `
The first line of the file names the columns: userId, and if you like email, phone and others, which are sent as
further identifiers. An empty field is none. What was done stands in a journal beside the file: run the same
command again after whatever ended it, and it goes on where it was; nothing is lost, and nothing is done twice.
Rows that are refused are named with their line and the reason; the others are imported.

Exit codes: 0 all rows were taken, 3 all but those that are named, 1 it could not go on, 130 Ctrl-C.

Examples:
  npm run lethe -- import users.csv --dry-run
  npm run lethe -- import users.csv --reason 'ticket 4711'
  npm run lethe -- import crm.csv --delimiter ';' --columns kunde=userId,mail=email \\
    --type suppress_with_delete --destination dst_hook`;

/** `import`. */
export function addImportCommand(program: Command, context: CommandContext): void {
  withRequestOptions(program.command('import'))
    .summary('Create a regulation for each row of a CSV file.')
    .description('Create a regulation for each row of a CSV file, in requests of many users.')
    .argument('<file>', 'CSV in UTF-8, with a header')
    .option(
      '--columns <list>',
      'only these: column or column=identifier, comma-separated',
      parseColumns,
    )
    .option('--delimiter <character>', 'between fields; "tab" is one', parseDelimiter, ',')
    .option('--chunk-size <n>', 'users of one request', parseChunkSize, DEFAULT_CHUNK)
    .option('--journal <file>', 'what was done; by default beside the file')
    .addOption(
      new Option('--unanswered <what>', 'with rows whose answer was lost over a day ago').choices([
        'repeat',
        'skip',
      ]),
    )
    .option('--dry-run', 'check all rows and say what would be done, and do nothing')
    .addHelpText('after', NOTES)
    .action((file: string, options: ImportOptions) => runImport(context, file, options));
}

function parseDelimiter(text: string): string {
  const delimiter = text === 'tab' ? '\t' : text;
  if (delimiter.length === 1 && !/["\r\n]/.test(delimiter)) return delimiter;
  throw new InvalidArgumentError('It must be one character, or "tab".');
}

function parseChunkSize(text: string): number {
  const size = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (size >= 1 && size <= HIGHEST_LIMITS.usersPerRequest) return size;
  throw new InvalidArgumentError(`It must be from 1 to ${HIGHEST_LIMITS.usersPerRequest}.`);
}
