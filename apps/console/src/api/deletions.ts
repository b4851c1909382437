import { defined } from '@lethe/contracts/json';
import { DUE_SOON_DAYS } from '@lethe/contracts/state-words';
import { queryOptions } from '@tanstack/react-query';
import { changesOf } from './changes.js';
import { api, dataOf, type Schemas } from './client.js';
import type { ServerEvent } from './events/event-stream.js';
import type { RowChange } from './events/use-followed-list.js';
import { listQuery } from './pages.js';
import { serverNow } from '../lib/server-clock.js';
import { daysParameters } from './regulations.js';

const MINUTE_MS = 60_000;

export type Job = Schemas['DeletionJobDto'];
export type JobStatus = Job['status'];
export type Attempt = Schemas['DeletionAttemptDto'];
export type Queue = Schemas['DestinationDeletionsDto'];

export interface JobFilters {
  readonly destination?: string;
  readonly status?: JobStatus;
  readonly overdue?: true;
  /** Jobs to be done whose deadline is within the next `DUE_SOON_DAYS` days. */
  readonly dueSoon?: true;
  readonly attention?: true;
  readonly held?: true;
  /** Complete jobs whose last verification found data of a user. */
  readonly found?: true;
  /** The earliest deadline first, without jobs that are done. Absent: the newest first. */
  readonly sort?: 'due';
  /** First and last day of the creation, in UTC. */
  readonly from?: string;
  readonly until?: string;
}

export const queuesQuery = queryOptions({
  queryKey: ['deletions', 'queues'],
  queryFn: async ({ signal }) =>
    (await dataOf(api.GET('/v2/deletion-jobs/summary', { signal }))).destinations,
});

export const queuesByIdQuery = queryOptions({
  ...queuesQuery,
  select: (queues): Readonly<Partial<Record<string, Queue>>> =>
    Object.fromEntries(queues.map((one) => [one.destinationId, one])),
});

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: ['deletions', 'job', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/v2/deletion-jobs/{id}', { params: { path: { id } }, signal })),
  });

/** Returns the query parameters of the list, for the request and for the curl command. */
export const jobsParameters = (filters: JobFilters, limit = 100) =>
  defined({
    ...{ limit, destination_id: filters.destination, status: filters.status },
    ...{ overdue: filters.overdue, needs_attention: filters.attention, held: filters.held },
    ...{ found_again: filters.found, sort: filters.sort },
    ...(filters.dueSoon === true && { overdue: false, due_before: soon() }),
    ...daysParameters(filters),
  });

/** Returns the time in `DUE_SOON_DAYS` days. Whole minutes keep the request equal for a while. */
function soon(): string {
  const minutes = Math.ceil(serverNow() / MINUTE_MS) + DUE_SOON_DAYS * 1_440;
  return new Date(minutes * MINUTE_MS).toISOString();
}

export const jobsList = (filters: JobFilters) => ({
  queryKey: ['deletions', 'jobs', filters],
  fetchPage: (after_cursor: string | undefined, signal: AbortSignal) => {
    const query = { ...jobsParameters(filters), ...defined({ after_cursor }) };
    return dataOf(api.GET('/v2/deletion-jobs', { params: { query }, signal }));
  },
  changeOf,
});

function changeOf({ event: type, data }: ServerEvent): RowChange<Job> | undefined {
  if (type !== 'deletions.status') return undefined;
  const { jobIds = [], status, reason } = JSON.parse(data) as Schemas['DeletionsStatusEventDto'];
  return { ids: jobIds, change: { status, ...defined({ reason }) } };
}

const JOBS_OF_ONE = 50;

export const jobsAtParameters = (destination: string, status: JobStatus | undefined) =>
  jobsParameters({ destination, ...defined({ status }) }, JOBS_OF_ONE);

export const jobsAtQuery = (destination: string, status: JobStatus | undefined) =>
  listQuery(['deletions', 'jobs-at', destination, status], '/v2/deletion-jobs', 'data', {
    query: jobsAtParameters(destination, status),
  });

/**
 * Numbers of jobs and users that were retried until now. `leftOut` has the destinations where
 * deletions cannot be retried.
 */
export interface Retried {
  readonly jobs: number;
  readonly users: number;
  readonly leftOut: readonly Schemas['LeftOutDto'][];
}

export const useDeletions = changesOf(
  ['deletions', 'regulations', 'users', 'destinations'],
  () => ({
    pause: (id: string) =>
      api.POST('/v2/destinations/{id}/deletions/pause', { params: { path: { id } } }),
    except: (id: string, body: Schemas['ExceptDeletionDto']) =>
      dataOf(api.POST('/v2/deletion-jobs/{id}/exception', { params: { path: { id } }, body })),
    resume: (id: string) =>
      api.POST('/v2/destinations/{id}/deletions/resume', { params: { path: { id } } }),
    /**
     * Retries jobs that failed permanently, at most 1,000 with each request.
     *
     * @param onMore called after each request with the totals so far
     */
    retry: async (
      destinationId: string | undefined,
      before: Retried | undefined,
      onMore: (sum: Retried) => void,
    ) => {
      const body = { limit: 1_000, ...defined({ destinationId }) };
      let [jobs, users] = [before?.jobs ?? 0, before?.users ?? 0];
      for (let more = true; more;) {
        const answer = await dataOf(api.POST('/v2/deletion-jobs/retry', { body }));
        [jobs, users] = [jobs + answer.jobs, users + answer.users];
        onMore({ jobs, users, leftOut: answer.leftOut });
        more = answer.more && answer.jobs > 0;
      }
    },
  }),
);
