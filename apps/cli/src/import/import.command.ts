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
The first line of a CSV file names the columns: userId, and optionally email, phone and others, which are kept as further
identifiers. An empty field means no identifier. The command sends the file, and Lethe processes the rows in the background.
If the command ends early, run the same command again: it continues where it stopped, and imports no row twice.
Refused rows are listed with their line and the reason. All other rows are imported.

Exit codes: 0 all rows were imported, 3 some rows were refused and all others were imported, 1 the import failed, 130 Ctrl-C.

Examples:
  lethe import users.csv --dry-run
  lethe import users.csv --reason 'ticket 4711' --refusals refused.csv
  lethe import ids.csv --header absent --columns 1=userId
  lethe import crm.csv --delimiter ';' --columns kunde=userId,mail=email \\
    --type suppress_with_delete --destination dst_hook`;

export function addImportCommand(program: Command, context: CommandContext): void {
  withRequestOptions(program.command('import'))
    .summary('Create a regulation for each row of a file.')
    .description('Create a regulation for each row of a CSV or NDJSON file of up to 100 MiB.')
    .argument('<file>', 'CSV with a header, or NDJSON, in UTF-8')
    .addOption(
      new Option('--format <format>', 'format of the file; by default from its name').choices([
        ...IMPORT_FORMATS,
      ]),
    )
    .option(
      '--columns <list>',
      'import only these columns: comma-separated column or column=identifier; a column is a name, or in CSV a position from 1',
    )
    .option(
      '--received-at-column <column>',
      'column with the time at which the person of the row asked',
    )
    .option('--law-column <column>', 'column with the law of the row')
    .option('--delimiter <character>', 'character between CSV fields, or the word "tab"')
    .addOption(
      new Option(
        '--header <header>',
        'whether the first line of a CSV file names the columns',
      ).choices([...IMPORT_HEADERS]),
    )
    .addOption(
      new Option(
        '--suspicious <rows>',
        'refuse or accept rows with suspicious ids, such as null',
      ).choices([...SUSPICIOUS_ROWS]),
    )
    .option(
      '--id <id>',
      'id of the import; by default derived from the file and the options',
      parseId,
    )
    .option('--refusals <file>', 'CSV file to which refused rows are written')
    .option('--dry-run', 'check all rows and show what would be done; changes nothing')
    .addHelpText('after', NOTES)
    .action((file: string, options: ImportOptions) => runImport(context, file, options));
}

function parseId(text: string): string {
  if (ID_PATTERN.test(text)) return text;
  throw new InvalidArgumentError(`It ${ID_PROBLEM}.`);
}
