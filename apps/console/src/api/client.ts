import createClient, { type Middleware } from 'openapi-fetch';
import { takeServerTime } from '../lib/server-clock.js';
import { ApiError } from './api-error.js';
import { reachability } from './reachability.js';
import type { components, paths } from './schema.js';

/** Bodies of requests and answers, by their names in the API's document. */
export type Schemas = components['schemas'];

/** The gateway takes the session's cookie only with it: no other site can make a browser send one. */
export const CONSOLE_HEADER = { 'X-Lethe-Console': '1' } as const;

const failuresAsErrors: Middleware = {
  async onResponse({ response }) {
    reachability.set(true);
    takeServerTime(response.headers.get('date'));
    if (response.ok) return undefined;
    const error = ApiError.of(response, await response.json().catch(() => undefined));
    if (isOfAProxy(error)) reachability.set(false);
    throw error;
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === 'AbortError') return error;
    reachability.set(false);
    return ApiError.unreachable(error);
  },
};

/** What stands before a gateway that is down answers in its own words. */
function isOfAProxy({ code, status }: ApiError): boolean {
  return code === 'unexpected_answer' && status >= 500;
}

/**
 * The API, typed by its document. Resolves to `{ data }`, and rejects with an `ApiError`:
 * `const { data } = await api.GET('/v2/sources')`, or `dataOf(api.GET(…))`.
 */
export const api = createClient<paths>({
  baseUrl: '/',
  credentials: 'same-origin',
  headers: CONSOLE_HEADER,
});
api.use(failuresAsErrors);

/** The data of an answer; for answers without a body use `await api.DELETE(…)` alone. */
export async function dataOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new TypeError('the answer has no body');
  return data;
}
