import type { Scope, TransformationTestResult } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { IDENTITIES, useGateways, type GatewayUnderTest } from './gateway-under-test.js';
import type { GatewayParts } from '../src/gateway-parts.js';
import { TransformationTests } from '../src/tests/transformation-tests.js';

const useGateway = useGateways();
type Test = GatewayParts['testRuns']['testTransformation'];
const RESULT: TransformationTestResult = { results: [] };
const BODY = { code: 'x', events: [{ type: 'track' }] };

async function start(testTransformation: Test = () => Promise.resolve(RESULT)) {
  const wanted: Parameters<Test>[0][] = [];
  const gateway = await useGateway({
    catalog: {
      savedAt: () => Promise.resolve(undefined),
      findDestinations: (_workspaceId, ids) =>
        Promise.resolve(
          ids.flatMap((id) =>
            id === 'dst_none'
              ? []
              : [{ id, type: id === 'dst_queue' ? 'KAFKA' : 'WEBHOOK' } as never],
          ),
        ),
    },
    testRuns: {
      testTransformation: (test, signal) => {
        wanted.push(test);
        return testTransformation(test, signal);
      },
    },
  });
  return { gateway, wanted };
}

async function post(gateway: GatewayUnderTest, body: unknown, token = 'editor') {
  const response = await fetch(`${gateway.url}/v0/testTransformation`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('POST /v0/testTransformation', () => {
  it('runs unsaved code with only the rights of the caller', async () => {
    const { gateway, wanted } = await start();
    expect(await post(gateway, { ...BODY, destinationId: 'dst_hook' })).toEqual({
      ...{ status: 200, body: RESULT },
    });
    await post(gateway, { ...BODY, transformationId: 'tr_1' }, 'admin');
    const stages = { userTransform: true, destTransform: true };
    expect(wanted).toMatchObject([
      {
        ...{ workspaceId: 'ws_demo', mayMoveSecrets: false, mayReadCatalog: true },
        transformationTest: { ...BODY, stages, destinationId: 'dst_hook' },
      },
      { mayMoveSecrets: true, transformationTest: { ...BODY, stages, transformationId: 'tr_1' } },
    ]);
    expect(await post(gateway, BODY, 'viewer')).toMatchObject({ status: 403 });
  });

  it.each<[Scope, object]>([
    ['tests:run', { mayMoveSecrets: false, mayReadCatalog: false }],
    ['catalog:read', { mayMoveSecrets: false, mayReadCatalog: true }],
    ['catalog:write', { mayMoveSecrets: true, mayReadCatalog: true }],
  ])('limits the access of code to the rights of a caller with %s', async (scope, rights) => {
    const wanted: unknown[] = [];
    const tests = new TransformationTests({
      catalog: {
        savedAt: () => Promise.resolve(undefined),
        findDestinations: () => Promise.resolve([]),
      },
      testRuns: {
        testTransformation: (test) => {
          wanted.push(test);
          return Promise.resolve(RESULT);
        },
      },
    });
    const caller = { ...IDENTITIES.viewer, scopes: ['tests:run' as const, scope] };
    const test = { ...BODY, stages: { userTransform: true, destTransform: true } };
    await tests.run(caller, 'request-1', test, new AbortController().signal);
    expect(wanted).toMatchObject([rights]);
  });

  it.each<[string, object, string]>([
    ['no code', { events: [{}] }, 'code'],
    ['no events', { code: 'x' }, 'events'],
    ['an empty list of events', { code: 'x', events: [] }, 'events'],
    ['too many events', { code: 'x', events: Array.from({ length: 11 }, () => ({})) }, 'events'],
    ['an invalid event', { code: 'x', events: [{}, 7] }, 'events[1]'],
    ['events that are too large', { code: 'x', events: [{ a: 'x'.repeat(300_000) }] }, 'events'],
    ['code that is too large', { code: 'x'.repeat(300_000), events: [{}] }, 'code'],
    ['code that is too large as JSON', { code: '\u0001'.repeat(100_000), events: [{}] }, 'code'],
    ['code that is not a string', { code: 7, events: [{}] }, 'code'],
    ['an unknown name', { ...BODY, language: 'js' }, 'language'],
    ['an unknown destination', { ...BODY, destinationId: 'dst_none' }, 'destinationId'],
  ])('refuses %s', async (_, body, path) => {
    const { gateway, wanted } = await start();
    expect(await post(gateway, body)).toMatchObject({
      ...{
        status: 400,
        body: { code: 'invalid_request', details: { [path]: expect.any(String) as unknown } },
      },
    });
    expect(wanted).toEqual([]);
  });

  it('refuses a destination of a type that cannot be tested', async () => {
    const { gateway } = await start();
    expect(await post(gateway, { ...BODY, destinationId: 'dst_queue' })).toMatchObject({
      ...{ status: 400, body: { code: 'destination_not_supported' } },
    });
  });

  it('aborts the test when its caller disconnects', async () => {
    let signal: AbortSignal | undefined;
    const { gateway } = await start((_test, given) => {
      signal = given;
      return new Promise((_done, refuse) => {
        given.addEventListener('abort', () => {
          refuse(given.reason as Error);
        });
      });
    });
    const leaving = new AbortController();
    const request = fetch(`${gateway.url}/v0/testTransformation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer editor' },
      body: JSON.stringify(BODY),
      signal: leaving.signal,
    });
    await waitFor(() => signal !== undefined);
    expect(signal?.aborted).toBe(false);
    leaving.abort();
    await expect(request).rejects.toThrow();
    await waitFor(() => signal?.aborted === true);
  });
});
