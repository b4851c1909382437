import type { TestTarget } from '@lethe/catalog';
import {
  deliveryRequest,
  type DeliveryAnswer,
  type DeliveryRequest,
  type JsonObject,
  type TestResult,
  type TestRunRequested,
  type TestStages,
} from '@lethe/contracts';
import { newSearchBudget } from '@lethe/destination-definitions';
import type { DestinationProvider, TransformInput } from '@lethe/destinations';
import { FairSlots } from '@lethe/resilience';
import { type TransformationOutcome, type TransformationRun } from '@lethe/sandbox';
import { runTest, type RunResult } from '../src/runs/run-test.js';
import { testDestination } from '../src/stages/test-destination.js';
import type { TestContext, TestRunParts } from '../src/stages/test-context.js';

export const ALL: TestStages = {
  userTransform: true,
  destTransform: true,
  sendToDestination: true,
};
export const TRANSFORMS: TestStages = { ...ALL, sendToDestination: false };
export const SEND: TestStages = { ...ALL, userTransform: false };

export const MESSAGE = { type: 'track', messageId: 'm-1', properties: { n: 1 } };

export const TRANSFORMATION = { id: 'tr_1', name: 'Mask', code: '' };

export function targetOf(
  config: JsonObject = {},
  more: Partial<Omit<TestTarget, 'destination'>> & { readonly id?: string } = {},
): TestTarget {
  const { id = 'dst_1', ...rest } = more;
  const destination = {
    id,
    workspaceId: 'ws_1',
    name: `Name of ${id}`,
    type: 'WEBHOOK',
    enabled: true,
    connectionMode: 'cloud',
    config,
  } as unknown as TestTarget['destination'];
  return { destination, libraries: [], credentials: {}, ...rest };
}

export function requestOf(more: Partial<TestRunRequested> = {}): TestRunRequested {
  return {
    runId: 'run-1',
    requestId: 'request-1',
    workspaceId: 'ws_1',
    destinationIds: ['dst_1'],
    deadline: Date.now() + 25_000,
    stages: ALL,
    message: MESSAGE,
    ...more,
  };
}

export function contextOf(more: Partial<TestContext> = {}): TestContext {
  const target = more.target ?? targetOf();
  return {
    request: requestOf(),
    target,
    config: target.destination.config,
    steps: newSearchBudget(),
    signal: new AbortController().signal,
    taken: Promise.resolve(),
    ...more,
  };
}

export const to = (path: string, body: JsonObject = {}): DeliveryRequest =>
  deliveryRequest({
    method: 'POST',
    endpoint: `https://example.com/${path}`,
    body: { JSON: body },
  });

export const answer = (body: unknown, status = 200): DeliveryAnswer => ({
  status,
  body,
  truncated: false,
});

/** Returns a provider with one request for each event, unless `more` replaces it. */
export function providerOf(more: Partial<DestinationProvider> = {}): DestinationProvider {
  return {
    transform: ({ message }: TransformInput) =>
      Promise.resolve({ status: 'ok', requests: [to('one', message)] }),
    close: () => Promise.resolve(),
    ...more,
  };
}

export const transformed = (...events: readonly JsonObject[]): TransformationOutcome => ({
  status: 'ok',
  events: events.map((event) => ({ event, input: 0 })),
  dropped: [],
  logs: [],
});

/** Enough slots for all runs. */
export const turnsOf = () => new FairSlots({ slots: 100, perOwner: 100, maxWaiting: 100 });

export interface FakeParts extends TestRunParts {
  /** Sent requests, oldest first. */
  readonly sent: readonly DeliveryRequest[];
  /** Stages and their internal errors. */
  readonly defects: readonly (readonly [string, unknown])[];
}

/**
 * Returns minimal parts. The code changes nothing, the provider makes one request, and the answer
 * is `ok`.
 */
export function fakeParts(more: Partial<TestRunParts> = {}): FakeParts {
  const sent: DeliveryRequest[] = [];
  const defects: (readonly [string, unknown])[] = [];
  const { deliver = () => Promise.resolve(answer('ok')), ...rest } = more;
  return {
    findTarget: (_workspaceId, id) =>
      Promise.resolve(targetOf({}, { id, transformation: TRANSFORMATION })),
    findTransformationTarget: () =>
      Promise.resolve(targetOf({}, { transformation: TRANSFORMATION })),
    openConfig: () => ({}),
    runUserCode: ({ events }: TransformationRun) => Promise.resolve(transformed(...events)),
    providerOf: () => providerOf(),
    onDefect: (stage, error) => {
      defects.push([stage, error]);
    },
    ...rest,
    deliver: (request, signal) => {
      sent.push(request);
      return deliver(request, signal);
    },
    sent,
    defects,
  };
}

/** A signal whose deadline has passed. */
export const ENDED = AbortSignal.abort(new DOMException('The time is over', 'TimeoutError'));

/** A destination with a transformation. */
export const WITH_CODE = targetOf({}, { transformation: TRANSFORMATION });

/** Tests a destination with a transformation, by default in all stages. */
export async function tested(parts: Partial<TestRunParts>, context: Partial<TestContext> = {}) {
  const fakes = fakeParts(parts);
  const result = await testDestination(fakes, contextOf({ target: WITH_CODE, ...context }));
  return { ...fakes, result, data: result.data, paths: fakes.sent.map(pathOf) };
}

export const pathOf = ({ endpoint }: DeliveryRequest) => new URL(endpoint).pathname.slice(1);

export const three = () =>
  Promise.resolve({ status: 'ok' as const, requests: [to('a'), to('b'), to('c')] });

export const USER_ABORT = {
  error: 'error encountered in user_transformation stage. Aborting.',
};
export const DEST_ABORT = {
  error: 'error encountered in dest_transformation stage. Aborting.',
};
export const DEADLINE = expect.stringContaining('reached its deadline') as string;

export async function run(
  more: Partial<TestRunRequested>,
  parts: Partial<TestRunParts> = {},
  taken: Promise<void> = Promise.resolve(),
) {
  const fakes = fakeParts(parts);
  const results: (readonly [string, RunResult])[] = [];
  await runTest(fakes, requestOf(more), {
    slots: turnsOf(),
    taken,
    onResult: (id, result) => {
      results.push([id, result]);
      return Promise.resolve();
    },
  });
  return { ...fakes, results, text: JSON.stringify(results) };
}

export const dataOf = ([, result]: readonly [string, RunResult]) => (result as TestResult).data;
