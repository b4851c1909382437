import { queryOptions } from '@tanstack/react-query';
import { pathWith } from '../lib/search.js';
import { changesOf } from './changes.js';
import { api, sendRequest, dataOf, type Schemas } from './client.js';
import { listQuery } from './pages.js';

export type Import = Schemas['ImportDto'];

const PATH = '/v2/imports';
/** The gateway sends no events about imports, so the console polls running imports. */
const POLL_MS = 1_000;

export function isUnderWay({ state }: Pick<Import, 'state'>): boolean {
  return state === 'uploading' || state === 'running';
}

export const importsQuery = {
  ...listQuery(['imports', 'list'], PATH, 'data'),
  refetchInterval: ({ state: { data } }: PolledPages) =>
    data?.pages.some(({ rows }) => rows.some(isUnderWay)) ? 3 * POLL_MS : false,
} as const;

interface PolledPages {
  readonly state: {
    readonly data?: { readonly pages: readonly { readonly rows: readonly Import[] }[] } | undefined;
  };
}

export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => imports.get(id, signal),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isUnderWay(data) ? POLL_MS : false,
  });

export const useImports = changesOf(['imports'], () => ({
  cancel: (id: string) => api.POST('/v2/imports/{id}/cancel', { params: { path: { id } } }),
  /** @param begin begins an import and returns the import id */
  begin: (begin: () => Promise<string>) => begin(),
}));

/** Sends requests about imports. The generated client cannot send files. */
export const imports = {
  get: (id: string, signal: AbortSignal | null = null) =>
    dataOf(api.GET('/v2/imports/{id}', { params: { path: { id } }, signal })),
  begin: (query: URLSearchParams, init: RequestInit) =>
    json(`${PATH}?${query.toString()}`, { ...init, method: 'POST' }),
  continueUpload: (id: string, init: RequestInit) => json(at(id), { ...init, method: 'PATCH' }),
  /** Returns the first refused rows as CSV. */
  firstRefusals: async (id: string, limit: number, signal: AbortSignal) =>
    (await sendRequest(pathWith(`${at(id)}/refusals`, { limit }), { signal })).text(),
  /** Returns all refused rows as a file. */
  refusals: async (id: string) => (await sendRequest(`${at(id)}/refusals`)).blob(),
};

function at(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}

async function json(path: string, init: RequestInit): Promise<Import> {
  return (await (await sendRequest(path, init)).json()) as Import;
}
