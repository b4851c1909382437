import { defined } from '@lethe/contracts/json';
import { queryOptions } from '@tanstack/react-query';
import { endOfDay, startOfDay } from '../lib/utc-days.js';
import { changesOf } from './changes.js';
import { api, dataOf, type Schemas } from './client.js';
import type { ServerEvent } from './events/event-stream.js';
import type { RowChange } from './events/use-followed-list.js';

export type Regulation = Schemas['RegulationDetailDto'];
export type ListedRegulation = Schemas['ListedRegulationDto'];
export type RegulationType = Regulation['regulationType'];
/** What is deleted of a regulation's user at one destination. */
export type Deletion = Schemas['DestinationDeletionDto'];

/** The filters of the list. No identifier of a user is among them: URLs are logged. */
export interface RegulationFilters {
  readonly type?: RegulationType;
  readonly status?: Regulation['status'];
  readonly canceled?: boolean;
  readonly overdue?: true;
  /** Days of UTC, both of them included. */
  readonly from?: string;
  readonly until?: string;
}

/** `limit` and filters as the API calls them; the same for the list and for its curl. */
export const regulationsAsked = (filters: RegulationFilters) =>
  defined({
    limit: 100,
    regulation_type: filters.type,
    ...{ status: filters.status, canceled: filters.canceled, overdue: filters.overdue },
    ...daysAsked(filters),
  });

export function daysAsked({ from, until }: { readonly from?: string; readonly until?: string }) {
  return {
    created_after: from && startOfDay(from),
    created_before: until && endOfDay(until),
  };
}

/** The list with its filters, for `useFollowedList`. */
export const regulationsList = (filters: RegulationFilters) => ({
  queryKey: ['regulations', 'list', filters],
  fetchPage: (after_cursor: string | undefined, signal: AbortSignal) => {
    const asked = { ...regulationsAsked(filters), identifiers: 'masked' as const };
    const query = { ...asked, ...defined({ after_cursor }) };
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

/** The newest few, with their identifiers masked. */
export const newestRegulationsQuery = queryOptions({
  queryKey: ['regulations', 'newest'],
  queryFn: async ({ signal }) => {
    const query = { limit: 8, identifiers: 'masked' as const };
    return (await dataOf(api.GET('/v2/regulations', { params: { query }, signal }))).data;
  },
});

/** With its identifiers masked. */
export const regulationQuery = (id: string) =>
  queryOptions({
    queryKey: ['regulations', 'one', id],
    queryFn: ({ signal }) => readRegulation(id, 'masked', signal),
  });

/** Its identifiers as they are. The gateway records each time that they are asked for: only by a press of a button. */
export const identifiersQuery = (id: string) =>
  queryOptions({
    queryKey: ['regulations', 'identifiers', id],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, unknown>>> => {
      const { attributes, suppressionKey } = await readRegulation(id, 'full', signal);
      return { ...attributes, suppressionKey };
    },
    ...{ staleTime: Infinity, gcTime: 0, meta: { isStill: true } },
  });

function readRegulation(id: string, identifiers: 'masked' | 'full', signal: AbortSignal) {
  const params = { path: { id }, query: { identifiers } };
  return dataOf(api.GET('/v2/regulations/{id}', { params, signal }));
}

/** @returns what a request would do, before it does */
export async function planRegulations(
  body: Schemas['CreateRegulationsDto'],
): Promise<Schemas['DeletionPlanDto']> {
  const init = { params: { query: { dry_run: true } }, headers: { Accept: 'application/json' } };
  return (await dataOf(
    api.POST('/v2/regulations', { body, ...init }),
  )) as Schemas['DeletionPlanDto'];
}

export const useRegulations = changesOf(['regulations', 'users', 'deletions'], () => ({
  create: (body: Schemas['CreateRegulationsDto'], key: string) =>
    api.POST('/v2/regulations', {
      ...{ body, params: { header: { 'Idempotency-Key': key } }, parseAs: 'text' },
    }),
  cancel: cancelRegulation,
  /** @param run cancels each, one after another */
  cancelEach: (run: (cancel: typeof cancelRegulation) => Promise<void>) => run(cancelRegulation),
  retry: (id: string) =>
    dataOf(api.POST('/v2/regulations/{id}/retry', { params: { path: { id } } })),
}));

function cancelRegulation(id: string, why: string) {
  const query = why.trim() === '' ? {} : { reason: why.trim() };
  return api.DELETE('/v2/regulations/{id}', { params: { path: { id }, query } });
}
