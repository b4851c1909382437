import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import type { ServerEvent } from '../../api/events/event-stream.js';
import type { RowChange } from '../../api/events/use-followed-list.js';
import { endOfDay, startOfDay } from '../../lib/utc-days.js';
import type { DeletionsSearch } from './deletions.search.js';

export type Job = Schemas['DeletionJobDto'];
export type Queue = Schemas['DestinationDeletionsDto'];

export const queuesQuery = queryOptions({
  queryKey: ['deletions', 'queues'],
  queryFn: ({ signal }) => dataOf(api.GET('/v2/deletion-jobs/summary', { signal })),
});

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['deletions', 'job', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v2/deletion-jobs/{id}', { params: { path: { id } }, signal })),
  });

export function toQuery(search: DeletionsSearch) {
  const { destination, status, overdue, attention, held, from, until } = search;
  return {
    limit: 100,
    ...(destination !== undefined && { destination_id: destination }),
    ...(status !== undefined && { status }),
    ...(overdue !== undefined && { overdue }),
    ...(attention !== undefined && { needs_attention: attention }),
    ...(held !== undefined && { held }),
    ...(from !== undefined && { created_after: startOfDay(from) }),
    ...(until !== undefined && { created_before: endOfDay(until) }),
  };
}

/** The list with its filters, for `useFollowedList`. */
export const jobsList = (search: DeletionsSearch) => ({
  queryKey: ['deletions', 'jobs', search],
  fetchPage: (after: string | undefined, signal: AbortSignal) => {
    const query = { ...toQuery(search), ...(after !== undefined && { after_cursor: after }) };
    return dataOf(api.GET('/v2/deletion-jobs', { params: { query }, signal }));
  },
  idOf,
  changeOf,
});

function idOf({ id }: Job): string {
  return id;
}

function changeOf({ type, data }: ServerEvent): RowChange<Job> | undefined {
  if (type !== 'deletions.status') return undefined;
  const event = JSON.parse(data) as Schemas['DeletionsStatusEventDto'];
  const { jobIds = [], status, reason } = event;
  return { ids: jobIds, change: { status, ...(reason !== undefined && { reason }) } };
}
