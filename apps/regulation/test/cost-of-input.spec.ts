import { fileURLToPath } from 'node:url';
import { casesOf, exportsOf, growthOfCost, MOST_GROWTH } from '@lethe/testing';
import { IMPORTS } from './cost-of-input/imports.js';
import { PARSERS } from './cost-of-input/parsers.js';

const TABLE = { ...IMPORTS, ...PARSERS };

/** Names of functions that read, compare or cut what others said. What they await is counted with the commands that ask for it. */
const READS =
  /^(check|choose|coalesce|cut|decode|hash|order|read|refuse|users|with(?:Attempt|LowerBound|out))/;
/** Commands are measured as they come, each with what its check does: see `cost-of-commands.int.spec.ts`. */
const OF_COMMANDS = 'rpc/';
const READER_OF_ROWS = 'imports/reading/';

it('has an entry for whatever reads rows of imports, and for each parser', () => {
  const found = exportsOf(fileURLToPath(new URL('../src', import.meta.url)))
    .filter(({ name, file, isAsync }) =>
      // Of what waits, that which works in steps is measured here.
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

describe('an input of double the size costs twice as much', () => {
  it.each(casesOf(TABLE))('%s, input %i', async (_name, _index, entry) => {
    expect(await growthOfCost(entry)).toBeLessThanOrEqual(MOST_GROWTH);
  });
});
