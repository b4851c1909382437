import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client.js';
import type { ServerEvent } from '../../api/events/event-stream.js';
import type { RowChange } from '../../api/events/use-followed-list.js';
import { endOfDay, startOfDay } from '../../lib/utc-days.js';
import type { RegulationsSearch } from './regulations.search.js';

/** `limit` and filters as the API calls them; the same for the list and for its curl. */
export function toQuery({ type, status, canceled, overdue, from, until }: RegulationsSearch) {
  return {
    limit: 100,
    ...(type !== undefined && { regulation_type: type }),
    ...(status !== undefined && { status }),
    ...(canceled !== undefined && { canceled }),
    ...(overdue !== undefined && { overdue }),
    ...(from !== undefined && { created_after: startOfDay(from) }),
    ...(until !== undefined && { created_before: endOfDay(until) }),
  };
}

export type Regulation = Schemas['ListedRegulationDto'];

/** The list with its filters, for `useFollowedList`. */
export const regulationsList = (search: RegulationsSearch) => ({
  queryKey: ['regulations', 'list', search],
  fetchPage: (after: string | undefined, signal: AbortSignal) => {
    const query = {
      ...{ ...toQuery(search), identifiers: 'masked' as const },
      ...(after !== undefined && { after_cursor: after }),
    };
    return dataOf(api.GET('/v2/regulations', { params: { query }, signal }));
  },
  idOf,
  changeOf,
});

function idOf({ id }: Regulation): string {
  return id;
}

function changeOf({ type, data }: ServerEvent): RowChange<Regulation> | undefined {
  if (type === 'regulations.status') {
    const event = JSON.parse(data) as Schemas['RegulationsStatusEventDto'];
    const { ids = [], status, overdue = false } = event;
    return { ids, change: { status, overdue } };
  }
  if (type !== 'regulations.canceled') return undefined;
  const { ids = [] } = JSON.parse(data) as Schemas['RegulationsCanceledEventDto'];
  return { ids, change: { canceled: true, status: 'canceled', overdue: false } };
}

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
