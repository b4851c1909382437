import { oneOf } from '../../lib/search.js';

export const DESTINATION_TABS = ['settings', 'test-cases', 'deletions', 'connections'] as const;
export type DestinationTab = (typeof DESTINATION_TABS)[number];

export const JOB_STATUSES = [
  'pending',
  'running',
  'failed',
  'aborted',
  'complete',
  'canceled',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** What is looked for, by name or type. */
export interface FindSearch {
  readonly q?: string;
}

export function findSearch(search: Record<string, unknown>): FindSearch {
  const { q } = search;
  return typeof q === 'string' && q !== '' ? { q: q.slice(0, 100) } : {};
}

export interface NewDestinationSearch extends FindSearch {
  /** The type that was chosen. */
  readonly type?: string;
  /** Only types at which Lethe can delete. */
  readonly deletes?: true;
}

export function newDestinationSearch(search: Record<string, unknown>): NewDestinationSearch {
  const { type } = search;
  return {
    ...findSearch(search),
    ...(typeof type === 'string' && /^[A-Z0-9_]{1,64}$/.test(type) && { type }),
    ...(search.deletes === true && { deletes: true }),
  };
}

export interface DestinationSearch {
  readonly tab?: DestinationTab;
  readonly status?: JobStatus;
  /** Id of the test case that is open. */
  readonly case?: string;
}

export function destinationSearch(search: Record<string, unknown>): DestinationSearch {
  const tab = oneOf(DESTINATION_TABS, search.tab);
  const status = oneOf(JOB_STATUSES, search.status);
  return {
    ...(tab !== undefined && { tab }),
    ...(status !== undefined && { status }),
    ...(typeof search.case === 'string' && { case: search.case }),
  };
}
