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

/**
 * For each operation of the API, the inputs that a caller can make large. A new operation needs an
 * entry.
 */
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
  // A 4xx is expected, because many inputs are invalid. But a 429 says nothing about the cost,
  // because a limit refused the request.
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`${method} ${path.slice(0, 100)} got ${response.status}`);
  }
}

const growthOf = async (operation: string, input: CostlyInput): Promise<number> => {
  const names = namesOfBody(operation, await readDocument());
  return growthOfCost({
    ...{ most: input.most, run: send },
    make: (size) => input.request(size, send, names),
  });
};

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const readDocument = async (): Promise<Document> =>
  (await (await fetch(`${gateway.url}/openapi.json`)).json()) as Document;

/** Returns the names of the members that a body can have. */
function membersOf(schema: Schema, document: Document): string[] {
  const { $ref, properties = {}, allOf = [], oneOf = [], anyOf = [] } = schema;
  const named = document.components.schemas[$ref?.split('/').at(-1) ?? ''];
  const parts = [...allOf, ...oneOf, ...anyOf, ...(named === undefined ? [] : [named])];
  return [...Object.keys(properties), ...parts.flatMap((part) => membersOf(part, document))];
}

it('the table has an entry for each operation of the API, with inputs for each body', async () => {
  const { paths } = await readDocument();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(Object.keys(TABLE).sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  );
  const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
  const unmeasured = withBody.filter(({ operationId }) => typeof TABLE[operationId] === 'string');
  expect(unmeasured.map(({ operationId }) => operationId)).toEqual([]);
});

/** Returns the names of the members that the body of an operation can have. */
function namesOfBody(operation: string, document: Document): string[] {
  const { requestBody } =
    Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .find(({ operationId }) => operationId === operation) ?? {};
  const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  return schemas.flatMap((schema) => membersOf(schema, document));
}

it('the names of the members of a body are found in the API reference', async () => {
  const document = await readDocument();
  const names = (operation: string) => namesOfBody(operation, document);
  expect(names('createRegulations')).toContain('users');
  expect(names('patchDestination')).toContain('config');
  expect(names('reportDeletionJob')).toEqual([
    'leaseToken',
    'status',
    'reason',
    'refused',
    'found',
  ]);
});

describe('the cost of a request is proportional to its size', () => {
  const cases = Object.entries({ ...TABLE, ...SHARED }).flatMap(([operation, inputs]) =>
    typeof inputs === 'string'
      ? []
      : inputs.map((input) => [operation, input.name, input] as const),
  );
  it.each(cases)('%s: %s', async (operation, _name, input) => {
    expect(await growthOf(operation, input)).toBeLessThanOrEqual(MOST_GROWTH);
  });
});
