import { anyBody, costly, list, members, type CostlyInput, type CostTable } from './inputs.js';

const STAGE = { dest_transform: true };
const MESSAGE = { type: 'track', event: 'x', userId: 'u' };

const RUN = (route: readonly [string, string]): CostlyInput[] => [
  ...anyBody(route),
  costly('a message', 100_000, route, (size) => ({
    ...{ stage: STAGE, message: { ...MESSAGE, properties: { x: list(size, () => []) } } },
  })),
  costly('a message of many names', 12_000, route, (size) => ({
    ...{ stage: STAGE, message: { ...MESSAGE, properties: members(size, String) } },
  })),
  costly('unknown stages', 32_000, route, (size) => ({
    ...{ message: MESSAGE, stage: members(size, () => true) },
  })),
  costly('a configuration', 2_500, route, (size) => ({
    ...{ stage: STAGE, message: MESSAGE },
    destinationConfig: { headers: list(size, (n) => ({ from: `h${n}`, to: 'x***' })) },
  })),
];

const UNSAVED = ['POST', '/v0/testDestination'] as const;
const TRANSFORMATION = ['POST', '/v0/testTransformation'] as const;

export const TEST_RUNS: CostTable = {
  testDestination: RUN(['POST', '/v0/testDestination/dst']),
  testUnsavedDestination: [
    ...anyBody(UNSAVED),
    costly('an unsaved configuration', 8_000, UNSAVED, (size) => ({
      ...{ type: 'WEBHOOK', stage: STAGE, message: MESSAGE },
      config: {
        headers: list(size, (n) => ({ from: `h${n}`, to: 'x***' })),
        ...members(size, String),
      },
    })),
  ],
  testSource: anyBody(['POST', '/v0/testSource/src']),
  testTransformation: [
    ...anyBody(TRANSFORMATION),
    costly('an event', 80_000, TRANSFORMATION, (size) => ({
      ...{
        code: 'export const transformEvent = (e) => e;',
        events: [{ ...MESSAGE, x: list(size, () => []) }],
      },
    })),
  ],
};
