import createClient from 'openapi-fetch';
import { takeServerTime } from '../lib/server-clock.js';
import { ApiError } from './api-error.js';
import { reachability } from './reachability.js';
import type { components, paths } from './schema.js';

/** Bodies of requests and answers, by their names in the API's document. */
export type Schemas = components['schemas'];

/** The gateway takes the session's cookie only with it: no other site can make a browser send one. */
export const CONSOLE_HEADER = { 'X-Lethe-Console': '1' } as const;

/** Asks the gateway. @throws ApiError, where the answer is no success or there is none */
async function send(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reachability.set(false);
    throw ApiError.unreachable(error);
  }
  takeServerTime(response.headers.get('date'));
  if (response.ok) {
    reachability.set(true);
    return response;
  }
  const error = ApiError.of(response, await response.json().catch(() => undefined));
  // What stands before a gateway that is down answers in its own words.
  reachability.set(error.code !== 'unexpected_answer' || error.status < 500);
  throw error;
}

/** For what the generated client has no way: files, and the session, which is not in the API's document. */
export function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...CONSOLE_HEADER, ...(init.headers as Record<string, string> | undefined) };
  return send(new Request(path, { ...init, headers }));
}

/**
 * The API, typed by its document. Resolves to `{ data }`, and rejects with an `ApiError`:
 * `const { data } = await api.GET('/v2/sources')`, or `dataOf(api.GET(…))`.
 */
export const api = createClient<paths>({
  baseUrl: '/',
  credentials: 'same-origin',
  headers: CONSOLE_HEADER,
  fetch: send,
});

interface Answer<T> {
  readonly data?: T;
  readonly response: Response;
}

/** The data of an answer; for answers without a body use `await api.DELETE(…)` alone. */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new TypeError('the answer has no body');
  return data;
}

/** What a `GET` of a path takes and answers. */
export type Read<Path extends keyof paths> = paths[Path] extends {
  get: {
    parameters: infer Parameters;
    responses: { 200: { content: { 'application/json': infer Data } } };
  };
}
  ? { readonly parameters: Parameters; readonly data: Data }
  : never;

/** `api.GET` for code that is the same for several paths. */
export function read<Path extends keyof paths>(path: Path, params: object, signal: AbortSignal) {
  const get = api.GET as (path: string, init: object) => Promise<Answer<Read<Path>['data']>>;
  return get(path, { params, signal });
}

/** A record with the version that it was read in, for `If-Match`. */
export type Versioned<T> = T & { readonly etag: string | undefined };

/** The record that is the member `name` of an answer. */
export async function versioned<Data, Name extends keyof Data>(
  answer: Promise<Answer<Data>>,
  name: Name,
): Promise<Versioned<Data[Name]>> {
  const { response } = await answer;
  const { [name]: record } = await dataOf(answer);
  return { ...record, etag: response.headers.get('etag') ?? undefined };
}

/** The header of a change that is made only to what was read. */
export function ifMatch(etag: string | undefined): { 'If-Match'?: string } {
  return etag === undefined ? {} : { 'If-Match': etag };
}
