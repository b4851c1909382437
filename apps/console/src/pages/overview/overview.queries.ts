import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import type { Scope } from '../../api/session.js';

const NEWEST = 8;

/** What the first page shows of regulations, and what of the catalog; what the token may not read is absent. */
export interface Overview {
  readonly newest?: readonly Schemas['ListedRegulationDto'][];
  readonly deletions?: ReturnType<typeof sumUp>;
  readonly sources?: number;
  readonly destinations?: number;
  readonly dataPlanes?: number;
}

export const regulationsOverviewQuery = (scopes: readonly Scope[]) =>
  queryOptions({
    queryKey: ['overview', ...scopes],
    queryFn: ({ signal }): Promise<Overview> | Overview =>
      scopes.includes('regulations:read') ? ofRegulations(signal) : {},
  });

/** Apart from the regulations, which change many times a second. */
export const catalogOverviewQuery = (scopes: readonly Scope[]) =>
  queryOptions({
    queryKey: ['catalog-overview', ...scopes],
    queryFn: ({ signal }): Promise<Overview> | Overview =>
      scopes.includes('catalog:read') ? ofCatalog(signal) : {},
  });

async function ofRegulations(signal: AbortSignal): Promise<Overview> {
  const query = { limit: NEWEST, identifiers: 'masked' as const };
  const [page, summary] = await Promise.all([
    dataOf(api.GET('/v2/regulations', { params: { query }, signal })),
    dataOf(api.GET('/v2/deletion-jobs/summary', { signal })),
  ]);
  return { newest: page.data, deletions: sumUp(summary) };
}

async function ofCatalog(signal: AbortSignal): Promise<Overview> {
  const [sources, destinations, dataPlanes] = await Promise.all([
    dataOf(api.GET('/v2/sources', { signal })),
    dataOf(api.GET('/v2/destinations', { signal })),
    dataOf(api.GET('/v2/data-planes', { params: { query: { state: 'active' } }, signal })),
  ]);
  return {
    sources: sources.paging.total,
    destinations: destinations.paging.total,
    dataPlanes: dataPlanes.paging.total,
  };
}

function sumUp({ destinations }: Schemas['DeletionSummaryDto']) {
  const sum = (of: (one: (typeof destinations)[number]) => number) =>
    destinations.reduce((total, one) => total + of(one), 0);
  return {
    open: sum(({ states: { pending, running, failed } }) =>
      [pending, running, failed].reduce((jobs, state) => jobs + (state?.jobs ?? 0), 0),
    ),
    complete: sum(({ states }) => states.complete?.jobs ?? 0),
    needsAttention: sum(({ needsAttention }) => needsAttention),
    overdue: sum(({ overdue }) => overdue),
    held: sum(({ held }) => held),
    paused: sum(({ pausedAt }) => (pausedAt === undefined ? 0 : 1)),
  };
}
