import { ID_PATTERN, ID_PROBLEM } from '@lethe/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { runTest, type TestOptions } from './run-test.js';

const NOTES = `
Without --dir, the test cases that are saved in Lethe run. With --dir, the test cases in files run, and the saved ones do not:
DIR/transformations/ID/NAME.json and DIR/destinations/ID/NAME.json. A file has the same members as a test case in the API. The
name may be absent; then it is the name of the file. Nothing is stored, and nothing is sent to a destination.
The token needs the scopes tests:run and catalog:read.

Exit codes: 0 all test cases passed, 1 a test case failed or has no result, or there is no test case, 130 Ctrl-C.

Examples:
  lethe test
  lethe test --transformation tr_mask
  lethe test --dir cases --junit results.xml`;

/** Adds `test`, which calls the API. */
export function addTestCommand(program: Command, context: CommandContext): void {
  const owner = (kind: string) =>
    new Option(`--${kind} <id>`, `only test cases of this ${kind}`).argParser(parseId);
  program
    .command('test')
    .summary('Run test cases of transformations and destinations.')
    .description(
      'Run test cases of transformations and destinations, and show how the output differs from the expected output.',
    )
    .addOption(owner('transformation').conflicts(['destination', 'all']))
    .addOption(owner('destination').conflicts(['transformation', 'all']))
    .option('--all', 'all test cases; this is the default')
    .option('--dir <folder>', 'run the test cases in files of this folder')
    .option('--junit <file>', 'also write the results to this file, in the format of JUnit')
    .addHelpText('after', NOTES)
    .action((options: TestOptions) => runTest(context, options));
}

function parseId(text: string): string {
  if (ID_PATTERN.test(text)) return text;
  throw new InvalidArgumentError(`It ${ID_PROBLEM}.`);
}
