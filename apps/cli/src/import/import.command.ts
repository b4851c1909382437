import {
  ID_PATTERN,
  ID_PROBLEM,
  IMPORT_FORMATS,
  IMPORT_HEADERS,
  SUSPICIOUS_ROWS,
} from '@lethe/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { withRequestOptions } from '../regulations/request-options.js';
import { runImport, type ImportOptions } from './run-import.js';

const NOTES = `
The first line of a CSV file names the columns: userId, and if you like email, phone and others, which are kept as further
identifiers. An empty field is none. The file is sent, and the rows are worked off behind the API: run the same command again
after whatever ended it, and it goes on where it was; nothing is lost, and nothing is done twice. Rows that are refused are
named with their line and the reason; the others are imported.

Exit codes: 0 all rows were taken, 3 all but those that were refused, 1 it could not go on, 130 Ctrl-C.

Examples:
  npm run lethe -- import users.csv --dry-run
  npm run lethe -- import users.csv --reason 'ticket 4711' --refusals refused.csv
  npm run lethe -- import ids.csv --header absent --columns 1=userId
  npm run lethe -- import crm.csv --delimiter ';' --columns kunde=userId,mail=email \\
    --type suppress_with_delete --destination dst_hook`;

export function addImportCommand(program: Command, context: CommandContext): void {
  withRequestOptions(program.command('import'))
    .summary('Create a regulation for each row of a file.')
    .description('Create a regulation for each row of a CSV or NDJSON file of up to 100 MiB.')
    .argument('<file>', 'CSV with a header, or NDJSON, in UTF-8')
    .addOption(
      new Option('--format <format>', 'by default by the name of the file').choices([
        ...IMPORT_FORMATS,
      ]),
    )
    .option(
      '--columns <list>',
      'only these: column or column=identifier, comma-separated; a column is a name, or in CSV a position from 1 on',
    )
    .option('--delimiter <character>', 'between fields of CSV; "tab" is one')
    .addOption(
      new Option('--header <header>', 'whether the first line of CSV names the columns').choices([
        ...IMPORT_HEADERS,
      ]),
    )
    .addOption(
      new Option(
        '--suspicious <rows>',
        'rows with ids that no system issues, such as null',
      ).choices([...SUSPICIOUS_ROWS]),
    )
    .option('--id <id>', 'of the import; by default made of the file and the options', parseId)
    .option('--refusals <file>', 'where refused rows are written, as CSV')
    .option('--dry-run', 'check all rows and say what would be done, and do nothing')
    .addHelpText('after', NOTES)
    .action((file: string, options: ImportOptions) => runImport(context, file, options));
}

function parseId(text: string): string {
  if (ID_PATTERN.test(text)) return text;
  throw new InvalidArgumentError(`It ${ID_PROBLEM}.`);
}
