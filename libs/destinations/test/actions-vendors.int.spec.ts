import type { DeliveryRequest, JsonObject } from '@lethe/contracts';
import { createActionsProvider } from '../src/actions/actions-provider.js';
import type { TransformOutcome } from '../src/destination-provider.js';
import { ANALYTICS } from './vendors/analytics.vendors.js';
import { CUSTOMER } from './vendors/customer.vendors.js';
import { ENGAGEMENT } from './vendors/engagement.vendors.js';
import { MESSAGING } from './vendors/messaging.vendors.js';
import { IDENTIFY, TRACK, type ExpectedRequest, type Vendor } from './vendors/vendor.js';

const VENDORS = [...ANALYTICS, ...ENGAGEMENT, ...CUSTOMER, ...MESSAGING];

describe('the destinations of the actions library', () => {
  const provider = createActionsProvider({ threadsPerOwner: 1 });

  // The first run loads the library, which is slow on a busy machine.
  beforeAll(() => requestsFor(VENDORS[0]!, TRACK), 120_000);
  afterAll(() => provider.close());

  async function requestsFor(vendor: Vendor, message: JsonObject): Promise<DeliveryRequest[]> {
    const outcome = await provider.transform({
      workspaceId: 'ws_test',
      destinationId: 'dst_test',
      destinationType: vendor.type,
      config: vendor.config,
      message,
      signal: AbortSignal.timeout(100_000),
    });
    expect(outcome).toMatchObject({ status: 'ok' });
    // If the integration had tried to reach the network directly, the outcome would report it.
    expect(JSON.stringify(outcome)).not.toContain('a connection of its own');
    return [...(outcome as Extract<TransformOutcome, { status: 'ok' }>).requests];
  }

  it('have tests for at least 25 types', () => {
    expect(new Set(VENDORS.map(({ type }) => type)).size).toBeGreaterThanOrEqual(25);
  });

  it.each(VENDORS)('$type sends the documented request for identify ($docs)', async (vendor) => {
    expectRequest(await requestsFor(vendor, IDENTIFY), vendor.identify);
  });

  it.each(VENDORS)('$type sends the documented request for track ($docs)', async (vendor) => {
    expectRequest(await requestsFor(vendor, TRACK), vendor.track);
  });
});

function expectRequest(requests: readonly DeliveryRequest[], expected: ExpectedRequest): void {
  const targets = requests.map(({ method, endpoint }) => `${method} ${endpoint}`);
  expect(targets).toContain(expected.to);
  const { headers, params, body, userId } = requests[targets.indexOf(expected.to)]!;
  expect(headers).toMatchObject(expected.headers ?? {});
  expect(params).toEqual({});
  expect(userId).toBe('user-1');
  if (expected.json !== undefined) expect(body.JSON).toMatchObject(expected.json);
  if (expected.list !== undefined) expect(body.JSON_ARRAY).toMatchObject({ batch: expected.list });
  if (expected.form !== undefined) expect(parsedMembers(body.FORM)).toMatchObject(expected.form);
}

function parsedMembers(form: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      String(value).startsWith('{') ? (JSON.parse(String(value)) as unknown) : value,
    ]),
  );
}
