import { growthOfCost, MOST_GROWTH } from '@lethe/testing';
import { TOKENS } from './catalog-gateway.js';
import { ACCESS } from './cost-of-input/access.js';
import { CATALOG } from './cost-of-input/catalog.js';
import { DELETIONS } from './cost-of-input/deletions.js';
import { IMPORTS } from './cost-of-input/imports.js';
import type { CostlyInput, CostlyRequest, CostTable } from './cost-of-input/inputs.js';
import { REGULATIONS } from './cost-of-input/regulations.js';
import { SHARED } from './cost-of-input/shared.js';
import { TEST_RUNS } from './cost-of-input/test-runs.js';
import { useCostGateway } from './cost-of-input/use-cost-gateway.js';

/** Each operation of the API. A new one gets its entry here: what a caller can make large of it. */
const TABLE: CostTable = {
  ...REGULATIONS,
  ...DELETIONS,
  ...IMPORTS,
  ...CATALOG,
  ...TEST_RUNS,
  ...ACCESS,
};

const gateway = useCostGateway();

async function send({ method, path, body, headers = {} }: CostlyRequest): Promise<void> {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TOKENS.admin}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  await response.arrayBuffer();
  // Bad input is refused; and what a limit refuses at once says nothing of the cost.
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`${method} ${path.slice(0, 100)} got ${response.status}`);
  }
}

const growthOf = (input: CostlyInput): Promise<number> =>
  growthOfCost({ most: input.most, make: (size) => input.request(size, send), run: send });

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { operationId: string; requestBody?: unknown }>>>
  >;
}

it('has an entry for each operation of the API, with inputs where it takes a body', async () => {
  const { paths } = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as Document;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(Object.keys(TABLE).sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
  const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
  const unmeasured = withBody.filter(({ operationId }) => typeof TABLE[operationId] === 'string');
  expect(unmeasured.map(({ operationId }) => operationId)).toEqual([]);
});

describe('a request of double the size costs twice as much', () => {
  const cases = Object.entries({ ...TABLE, ...SHARED }).flatMap(([operation, inputs]) =>
    typeof inputs === 'string'
      ? []
      : inputs.map((input) => [operation, input.name, input] as const),
  );
  it.each(cases)('%s: %s', async (_operation, _name, input) => {
    expect(await growthOf(input)).toBeLessThanOrEqual(MOST_GROWTH);
  });
});
