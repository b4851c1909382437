import type { CatalogDestination } from '@lethe/catalog';
import type { TestResult } from '@lethe/contracts';
import { send, useGateways, type GatewayUnderTest } from './gateway-under-test.js';

export const TRACK = { type: 'track', event: 'Signed up' };

const destination = (id: string, more: object = {}): CatalogDestination =>
  ({
    id,
    workspaceId: 'ws_demo',
    name: `Name of ${id}`,
    type: 'WEBHOOK',
    enabled: true,
    config: {},
    ...more,
  }) as unknown as CatalogDestination;

const DESTINATIONS = [
  destination('dst_1'),
  destination('dst_2'),
  destination('dst_off', { enabled: false }),
  destination('dst_queue', { type: 'KAFKA' }),
  destination('dst_queue_off', { type: 'KAFKA', enabled: false }),
  destination('dst_unknown', { type: 'NOBODY_KNOWS' }),
  destination('dst_secret', { config: { deletionSecret: 'stored-secret' } }),
];
const SOURCES = ['src_1', 'src_off', 'src_alone', 'src_off_alone'];
const CONNECTIONS: Readonly<Record<string, readonly string[]>> = {
  src_1: ['dst_queue', 'dst_2', 'dst_off', 'dst_1', '-dst_secret'],
  src_off: ['dst_1'],
};

export const resultOf = (id: string): TestResult => ({
  destinationId: id,
  destination: 'WEBHOOK',
  destinationName: `Name of ${id}`,
  data: [],
});

type Options = NonNullable<Parameters<ReturnType<typeof useGateways>>[0]>;
type Run = NonNullable<Options['testRuns']>['run'];
type Wanted = Parameters<NonNullable<Run>>[0];

/**
 * Returns a function that starts a gateway with the destinations and sources of this file. The
 * result has the requested test runs (`ran`), and the ids that were read from the catalog
 * (`asked`).
 */
export function useTestRunGateways() {
  const useGateway = useGateways();
  return async (run?: Run) => {
    const ran: Wanted[] = [];
    const asked: (readonly [string, string])[] = [];
    const gateway = await useGateway({
      catalog: {
        savedAt: () => Promise.resolve(undefined),
        findDestinations: (workspaceId, ids) => {
          for (const id of ids) asked.push([workspaceId, id]);
          return Promise.resolve(
            ids.flatMap((id) => DESTINATIONS.find((known) => known.id === id) ?? []),
          );
        },
        findSource: (workspaceId, id) => {
          asked.push([workspaceId, id]);
          return Promise.resolve(
            SOURCES.includes(id) ? ({ id, enabled: !id.includes('off') } as never) : undefined,
          );
        },
        listConnections: (_workspaceId, id) =>
          Promise.resolve(
            (CONNECTIONS[id] ?? []).map((to) => ({
              destinationId: to.replace('-', ''),
              enabled: !to.startsWith('-'),
            })) as never,
          ),
      },
      testRuns: {
        run: (wanted) => {
          ran.push(wanted);
          return run?.(wanted) ?? Promise.resolve(wanted.destinationIds.map(resultOf));
        },
      },
    });
    return { gateway, ran, asked };
  };
}

/** Sends a test, by default with a valid message. */
export async function post(
  gateway: GatewayUnderTest,
  path: string,
  body: unknown = { message: TRACK },
  token = 'admin',
) {
  const response = await send(gateway, `/v0/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
