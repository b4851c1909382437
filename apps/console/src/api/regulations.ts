import { ALL_DESTINATIONS } from '@lethe/contracts/all-destinations';
import { defined } from '@lethe/contracts/json';
import { queryOptions } from '@tanstack/react-query';
import { serverNow } from '../lib/server-clock.js';
import { endOfDay, startOfDay } from '../lib/utc-days.js';
import { changesOf } from './changes.js';
import { api, dataOf, type Schemas } from './client.js';
import type { ServerEvent } from './events/event-stream.js';
import type { RowChange } from './events/use-followed-list.js';
import { verificationPollMs } from './verification-poll.js';

export type Regulation = Schemas['RegulationDetailDto'];
export type ListedRegulation = Schemas['ListedRegulationDto'];
export type RegulationType = Regulation['regulationType'];
/** The deletion of a user at one destination. */
export type Deletion = Schemas['DestinationDeletionDto'];

/** Filters of the list. They contain no identifiers of users, because URLs are logged. */
export interface RegulationFilters {
  readonly type?: RegulationType;
  readonly status?: Regulation['status'];
  readonly canceled?: boolean;
  readonly overdue?: true;
  /** First and last day of the creation, in UTC. */
  readonly from?: string;
  readonly until?: string;
}

/** Returns the query parameters of the list, for the request and for the curl command. */
export const regulationsParameters = (filters: RegulationFilters) =>
  defined({
    limit: 100,
    regulation_type: filters.type,
    ...{ status: filters.status, canceled: filters.canceled, overdue: filters.overdue },
    ...daysParameters(filters),
  });

export function daysParameters({
  from,
  until,
}: {
  readonly from?: string;
  readonly until?: string;
}) {
  return {
    created_after: from && startOfDay(from),
    created_before: until && endOfDay(until),
  };
}

export const regulationsList = (filters: RegulationFilters) => ({
  queryKey: ['regulations', 'list', filters],
  fetchPage: (after_cursor: string | undefined, signal: AbortSignal) => {
    const parameters = { ...regulationsParameters(filters), identifiers: 'masked' as const };
    const query = { ...parameters, ...defined({ after_cursor }) };
    return dataOf(api.GET('/v2/regulations', { params: { query }, signal }));
  },
  changeOf,
});

function changeOf({ event: type, data }: ServerEvent): RowChange<ListedRegulation> | undefined {
  if (type === 'regulations.status') {
    const event = JSON.parse(data) as Schemas['RegulationsStatusEventDto'];
    const { ids = [], status, overdue = false } = event;
    return { ids, change: { status, overdue } };
  }
  if (type !== 'regulations.canceled') return undefined;
  const { ids = [] } = JSON.parse(data) as Schemas['RegulationsCanceledEventDto'];
  return { ids, change: { canceled: true, status: 'canceled', overdue: false } };
}

/** The newest regulations, with masked identifiers. */
export const newestRegulationsQuery = queryOptions({
  queryKey: ['regulations', 'newest'],
  queryFn: async ({ signal }) => {
    const query = { limit: 8, identifiers: 'masked' as const };
    return (await dataOf(api.GET('/v2/regulations', { params: { query }, signal }))).data;
  },
});

export const regulationQuery = (id: string) =>
  queryOptions({
    queryKey: ['regulations', 'one', id],
    queryFn: ({ signal }) => readRegulation(id, 'masked', signal),
    refetchInterval: ({ state: { data } }) => verificationPollMs(data?.deletions, serverNow()),
  });

/**
 * The full identifiers of a regulation. The gateway records each such request, so the console sends
 * it only after a click on a button.
 */
export const identifiersQuery = (id: string) =>
  queryOptions({
    queryKey: ['regulations', 'identifiers', id],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, unknown>>> => {
      const { attributes, suppressionKey } = await readRegulation(id, 'full', signal);
      return { ...attributes, suppressionKey };
    },
    ...{ staleTime: Infinity, gcTime: 0, meta: { isManual: true } },
  });

function readRegulation(id: string, identifiers: 'masked' | 'full', signal: AbortSignal) {
  const params = { path: { id }, query: { identifiers } };
  return dataOf(api.GET('/v2/regulations/{id}', { params, signal }));
}

/** Returns the plan of a request, and changes nothing. */
export async function planRegulations(
  body: Schemas['CreateRegulationsDto'],
): Promise<Schemas['DeletionPlanDto']> {
  const init = { params: { query: { dry_run: true } }, headers: { Accept: 'application/json' } };
  return (await dataOf(
    api.POST('/v2/regulations', { body, ...init }),
  )) as Schemas['DeletionPlanDto'];
}

/**
 * The destinations that can delete now. They come from the plan of a deletion at all of them, so
 * that they are those of an order. The plan stores nothing, and its user is only a placeholder with
 * the usual identifiers.
 */
export const deletableQuery = queryOptions({
  queryKey: ['destinations', 'deletable'],
  queryFn: async () => {
    const users = [{ userId: 'user', email: 'user@example.com', phone: '+4930123456' }];
    const order = { regulationType: 'delete' as const, destinationIds: [ALL_DESTINATIONS], users };
    return (await planRegulations(order)).destinations;
  },
  staleTime: 60_000,
});

export const useRegulations = changesOf(['regulations', 'users', 'deletions'], () => ({
  create: (body: Schemas['CreateRegulationsDto'], key: string) =>
    api.POST('/v2/regulations', {
      ...{ body, params: { header: { 'Idempotency-Key': key } }, parseAs: 'text' },
    }),
  cancel: cancelRegulation,
  /** @param run calls `cancel` for each chosen regulation */
  cancelEach: (run: (cancel: typeof cancelRegulation) => Promise<void>) => run(cancelRegulation),
  extend: (id: string, why: string) =>
    dataOf(
      api.POST('/v2/regulations/{id}/extension', {
        ...{ params: { path: { id } }, body: { reason: why.trim() } },
      }),
    ),
  verify: (id: string) =>
    dataOf(api.POST('/v2/regulations/{id}/verify', { params: { path: { id } } })),
  retry: (id: string) =>
    dataOf(api.POST('/v2/regulations/{id}/retry', { params: { path: { id } } })),
}));

function cancelRegulation(id: string, why: string) {
  const query = why.trim() === '' ? {} : { reason: why.trim() };
  return api.DELETE('/v2/regulations/{id}', { params: { path: { id }, query } });
}
