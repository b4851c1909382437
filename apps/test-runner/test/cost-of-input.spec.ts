import * as catalog from '@lethe/catalog';
import * as contracts from '@lethe/contracts';
import * as bounds from '@lethe/contracts/bounds';
import * as egress from '@lethe/egress';
import * as definitions from '@lethe/destination-definitions';
import * as destinations from '@lethe/destinations';
import * as sandbox from '@lethe/sandbox';
import { growthOfCost, MOST_GROWTH } from '@lethe/testing';
import { kindsOfProviders, NATIVE, WHERE } from './cost-of-input/destination-providers.js';
import { PARSERS_AND_MASKERS } from './cost-of-input/parsers-and-maskers.js';

const TABLE = { ...PARSERS_AND_MASKERS, ...NATIVE };

/**
 * Matches the names of functions that read, compare, check or mask the input of a caller or a
 * receiver.
 */
const READS =
  /^(change|check|compare|cut|didYouMean|holds|judgeAnswer|mask|names|nests|normalise|parse|plain|quoted|read|refuse|secretValues|show|placeholdersFor|textProblem|userIdProblem|toWebhookSecrets|ValueIds|IdentifierRedaction|excessOfJson|json[A-Z]|create\w*(Finder|Masker)$)/;
/**
 * Functions that need no entry, because they get the input of operators, or streams of records with
 * a limited size.
 */
const OF_OPERATORS = ['checkSecretKey', 'parseEgressAllow', 'readerSchema'];

it('has an entry for each exported parser and masker, and for each provider on the main thread', () => {
  const all = [catalog, contracts, bounds, egress, definitions, destinations, sandbox];
  const names = all
    .flatMap((lib) => Object.entries(lib))
    .filter(([name, value]) => typeof value === 'function' && READS.test(name))
    .map(([name]) => name)
    .filter((name) => !OF_OPERATORS.includes(name));
  expect(Object.keys(PARSERS_AND_MASKERS).sort()).toEqual([...new Set(names)].sort());
  expect(Object.keys(WHERE).sort()).toEqual(kindsOfProviders());
  const onMain = Object.keys(WHERE).filter((kind) => WHERE[kind] === 'main');
  expect(Object.keys(NATIVE).sort()).toEqual(onMain.sort());
});

describe('the cost of an input grows in proportion to its size', () => {
  const cases = Object.entries(TABLE).flatMap(([name, entries]) =>
    entries.map((entry, index) => [name, index + 1, entry] as const),
  );
  it.each(cases)('%s, input %i', async (_name, _index, entry) => {
    expect(await growthOfCost(entry)).toBeLessThanOrEqual(MOST_GROWTH);
  });
});
