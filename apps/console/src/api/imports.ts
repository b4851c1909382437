import { ApiError } from './api-error.js';
import { CONSOLE_HEADER } from './client.js';
import { reachability } from './reachability.js';

export type ImportState = 'uploading' | 'running' | 'done' | 'failed' | 'canceled';

/** An import of the API. Files are sent as they are, for which the generated client has no way. */
export interface Import {
  readonly id: string;
  readonly state: ImportState;
  readonly format: 'csv' | 'ndjson';
  readonly regulationType: 'suppress' | 'suppress_with_delete' | 'delete';
  readonly sourceIds?: readonly string[];
  readonly destinationIds?: readonly string[];
  readonly reason?: string;
  readonly dryRun: boolean;
  readonly receivedBytes: number;
  readonly totalBytes?: number;
  readonly doneBytes: number;
  readonly percentage: number;
  readonly rows: number;
  readonly accepted: number;
  readonly created: number;
  readonly refused: number;
  readonly repeated: number;
  readonly failure?: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly uploadedAt?: string;
  readonly updatedAt: string;
  readonly endedAt?: string;
  readonly canceledBy?: string;
}

export interface ImportPage {
  readonly data: readonly Import[];
  readonly paging: { readonly next?: string };
}

const PATH = '/v2/imports';

export const imports = {
  list: (after: string | undefined, signal: AbortSignal) =>
    json<ImportPage>(
      after === undefined ? PATH : `${PATH}?after_cursor=${encodeURIComponent(after)}`,
      {
        signal,
      },
    ),
  get: (id: string, signal?: AbortSignal) =>
    json<Import>(at(id), signal === undefined ? {} : { signal }),
  cancel: (id: string) => json<Import>(`${at(id)}/cancel`, { method: 'POST' }),
  begin: (query: URLSearchParams, init: RequestInit) =>
    json<Import>(`${PATH}?${query.toString()}`, { ...init, method: 'POST' }),
  goOn: (id: string, init: RequestInit) => json<Import>(at(id), { ...init, method: 'PATCH' }),
  /** The first refused rows, as CSV. */
  firstRefusals: async (id: string, limit: number, signal: AbortSignal) =>
    (await ask(`${at(id)}/refusals?limit=${limit}`, { signal })).text(),
  /** All of them, as a file, which the browser keeps where it has room. */
  refusals: async (id: string) => (await ask(`${at(id)}/refusals`, {})).blob(),
};

function at(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}

async function json<T>(path: string, init: RequestInit): Promise<T> {
  return (await (await ask(path, init)).json()) as T;
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      credentials: 'same-origin',
      headers: { ...CONSOLE_HEADER, ...(init.headers as Record<string, string> | undefined) },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reachability.set(false);
    throw ApiError.unreachable(error);
  }
  reachability.set(true);
  if (response.ok) return response;
  throw ApiError.of(response, await response.json().catch(() => undefined));
}
