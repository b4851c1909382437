import { fileURLToPath } from 'node:url';
import { casesOf, exportsOf, growthOfCost, MOST_GROWTH } from '@lethe/testing';
import { IMPORTS } from './cost-of-input/imports.js';
import { PARSERS } from './cost-of-input/parsers.js';

const TABLE = { ...IMPORTS, ...PARSERS };

/**
 * Names of functions that read, compare or cut input. Asynchronous functions are measured with the
 * commands that use them.
 */
const READS =
  /^(check|choose|coalesce|cut|decode|hash|order|read|refuse|users|with(?:Attempt|LowerBound|out))/;
/** Folder of functions that are measured with the commands: see `cost-of-commands.int.spec.ts`. */
const OF_COMMANDS = 'rpc/';
const READER_OF_ROWS = 'imports/reading/';

it('has an entry for each function that reads rows of imports, and for each parser', () => {
  const found = exportsOf(fileURLToPath(new URL('../src', import.meta.url)))
    .filter(({ name, file, isAsync }) =>
      // The table contains only asynchronous functions that work in steps.
      (isAsync && !(name in TABLE)) || file.startsWith(OF_COMMANDS)
        ? false
        : file.startsWith(READER_OF_ROWS) || READS.test(name),
    )
    .map(({ name }) => name);
  const reader = exportsOf(
    fileURLToPath(new URL('../../../libs/contracts/src/user-files', import.meta.url)),
  );
  found.push(...reader.filter(({ name }) => name !== 'decodeUtf8').map(({ name }) => name));
  expect(Object.keys(TABLE).sort()).toEqual(found.sort());
});

describe('the cost of an input', () => {
  it.each(casesOf(TABLE))('grows linearly: %s, input %i', async (_name, _index, entry) => {
    expect(await growthOfCost(entry)).toBeLessThanOrEqual(MOST_GROWTH);
  });
});
