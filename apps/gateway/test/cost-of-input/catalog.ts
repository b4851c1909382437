import { anyBody, costly, list, members, type CostlyInput, type CostTable } from './inputs.js';

const SECRET = 'secret';
const headers = (size: number, to: (index: number) => unknown) =>
  list(size, (n) => ({ from: `h${n}`, to: to(n) }));
const webhook = (config: object) => ({ name: 'D', type: 'WEBHOOK', config });

/** Returns a change of a destination whose stored configuration is as large as the change. */
function change(name: string, configOf: (size: number) => object, method = 'PATCH'): CostlyInput {
  return {
    name,
    most: 8_000, // 256 KiB of configuration
    request: async (size, send) => {
      const path = '/v2/destinations/costly';
      const stored = webhook({ headers: headers(size, (n) => `${SECRET}-${n}`) });
      await send({ method: 'DELETE', path });
      await send({
        method: 'POST',
        path: '/v2/destinations',
        body: JSON.stringify({ id: 'costly', ...stored }),
      });
      const config = configOf(size);
      const body = method === 'PATCH' ? { config } : webhook(config);
      return { method, path, body: JSON.stringify(body) };
    },
  };
}

const CHANGES = (method: string): CostlyInput[] => [
  change('empty elements', (size) => ({ headers: list(size, () => ({})) }), method),
  change(
    'masks in reverse order',
    (size) => ({ headers: headers(size, () => 'se***').reverse() }),
    method,
  ),
  change('invalid masks', (size) => ({ headers: list(size, () => ({ to: 'xx***' })) }), method),
  change(
    'elements with different names',
    (size) => ({ headers: list(size, (n) => ({ [`n${n}`]: 'se***' })) }),
    method,
  ),
  change(
    'lists in lists',
    (size) => ({
      headers: list(60, () => 0).reduce<unknown>(
        (inner) => [inner],
        list(size, () => 'x***'),
      ),
    }),
    method,
  ),
];

const code = 'export const transformEvent = (e) => e;\n';
const CODE = (route: readonly [string, string]): CostlyInput[] => [
  ...anyBody(route),
  costly('code', 250_000, route, (size) => ({ name: 'T', code: code.repeat(size / code.length) })),
];

const CONFIGURED = (route: readonly [string, string]): CostlyInput[] => [
  ...anyBody(route),
  costly('a configuration of many names', 20_000, route, (size) => ({
    ...{ name: 'N', type: 'WEBHOOK' },
    config: members(size, String),
  })),
  costly('members to remove', 32_000, route, (size) => ({
    ...{ name: 'N', type: 'WEBHOOK' },
    config: members(size, () => null),
  })),
];

const EVENT = { type: 'track' };
const CASE = (route: readonly [string, string]): CostlyInput[] => [
  ...anyBody(route),
  costly('an event', 30_000, route, (size) => ({
    ...{ name: 'C', expected: [], event: { ...EVENT, x: list(size / 2, () => []) } },
  })),
  costly('expected outputs', 60_000, route, (size) => ({
    ...{ name: 'C', event: EVENT, expected: list(size / 20, (n) => ({ event: { n } })) },
  })),
  costly('ignored paths', 100_000, route, (size) => ({
    ...{ name: 'C', event: EVENT, expected: [], ignore: list(size, (n) => `/0/event/${n}`) },
  })),
];

/** Returns the operations on test cases of a transformation or destination. */
function testCases(owner: 'Transformation' | 'Destination', path: string): CostTable {
  return {
    [`list${owner}TestCases`]: 'query',
    [`create${owner}TestCase`]: CASE(['POST', path]),
    [`get${owner}TestCase`]: 'path',
    [`replace${owner}TestCase`]: anyBody(['PUT', `${path}/case`]),
    [`delete${owner}TestCase`]: 'path',
    [`patch${owner}TestCase`]: anyBody(['PATCH', `${path}/case`]),
    // The comparison of results runs in threads. The table of `libs/sandbox` measures its cost.
    [`run${owner}TestCases`]: [
      ...anyBody(['POST', `${path}/run`]),
      costly('unsaved cases', 30_000, ['POST', `${path}/run`], (size) => ({
        cases: list(100, () => ({
          ...{ name: 'C', expected: [], event: { ...EVENT, x: list(size / 200, () => []) } },
        })),
      })),
    ],
  };
}

function resource(
  [one, many]: readonly [string, string],
  path: string,
  inputs: (route: readonly [string, string]) => CostlyInput[],
): CostTable {
  return {
    [`list${many}`]: 'query',
    [`create${one}`]: inputs(['POST', path]),
    [`get${one}`]: 'path',
    [`replace${one}`]: anyBody(['PUT', `${path}/it`]),
    [`delete${one}`]: 'path',
    [`patch${one}`]: anyBody(['PATCH', `${path}/it`]),
  };
}

const DESTINATIONS = resource(['Destination', 'Destinations'], '/v2/destinations', CONFIGURED);
const CONNECTION = (route: readonly [string, string]) => anyBody(route);

export const CATALOG: CostTable = {
  ...resource(['Source', 'Sources'], '/v2/sources', CONFIGURED),
  ...DESTINATIONS,
  replaceDestination: CHANGES('PUT').slice(0, 2),
  patchDestination: CHANGES('PATCH'),
  getDestinationTransformation: 'path',
  connectTransformation: anyBody(['PUT', '/v2/destinations/dst/transformation']),
  disconnectTransformation: 'path',
  ...resource(['Connection', 'Connections'], '/v2/connections', CONNECTION),
  ...resource(['Transformation', 'Transformations'], '/transformations', CODE),
  ...resource(['Library', 'Libraries'], '/transformation-libraries', CODE),
  listTransformationVersions: 'query',
  getTransformationVersion: 'path',
  restoreTransformationVersion: 'path',
  ...testCases('Transformation', '/transformations/tr/test-cases'),
  ...testCases('Destination', '/v2/destinations/dst/test-cases'),
  listDefinitions: 'query',
  getDefinition: 'path',
};
