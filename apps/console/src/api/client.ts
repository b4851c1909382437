import createClient from 'openapi-fetch';
import { takeServerTime } from '../lib/server-clock.js';
import { ApiError } from './api-error.js';
import { reachability } from './reachability.js';
import type { components, paths } from './schema.js';

/** Bodies of requests and responses, by their names in the OpenAPI document. */
export type Schemas = components['schemas'];

/** The gateway accepts the session cookie only with this header, which other sites cannot send. */
export const CONSOLE_HEADER = { 'X-Lethe-Console': '1' } as const;

/**
 * Sends a request to the gateway.
 *
 * @throws ApiError if the response is an error, or no response arrives
 */
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
  // A 5xx response without an error code of the API comes from a proxy whose gateway is down.
  reachability.set(error.code !== 'unexpected_answer' || error.status < 500);
  throw error;
}

/** Sends a request that the generated client cannot send, for a file or for the session. */
export function sendRequest(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...CONSOLE_HEADER, ...(init.headers as Record<string, string> | undefined) };
  return send(new Request(path, { ...init, headers }));
}

/**
 * The typed client of the API. A call such as `api.GET('/v2/sources')` resolves to an object with
 * `data`, and rejects with an `ApiError`. `dataOf(api.GET(…))` returns the data itself.
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

/**
 * Returns the body of a response. Do not use it for a response without a body.
 *
 * @throws TypeError if the response has no body
 */
export async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data } = await answer;
  if (data === undefined) throw new TypeError('the answer has no body');
  return data;
}

/** Parameters and response body of a `GET`. */
export type Read<Path extends keyof paths> = paths[Path] extends {
  get: {
    parameters: infer Parameters;
    responses: { 200: { content: { 'application/json': infer Data } } };
  };
}
  ? { readonly parameters: Parameters; readonly data: Data }
  : never;

/** Calls `api.GET` with a path that is a type parameter. */
export function read<Path extends keyof paths>(path: Path, params: object, signal: AbortSignal) {
  const get = api.GET as (path: string, init: object) => Promise<Answer<Read<Path>['data']>>;
  return get(path, { params, signal });
}

/** A record with its version, for `If-Match`. */
export type Versioned<T> = T & { readonly etag: string | undefined };

/** Returns the member `name` of a response, with its version. */
export async function versioned<Data, Name extends keyof Data>(
  answer: Promise<Answer<Data>>,
  name: Name,
): Promise<Versioned<Data[Name]>> {
  const { response } = await answer;
  const { [name]: record } = await dataOf(answer);
  return { ...record, etag: response.headers.get('etag') ?? undefined };
}

/** Returns the header that makes a change fail if the record has another version. */
export function ifMatch(etag: string | undefined): { 'If-Match'?: string } {
  return etag === undefined ? {} : { 'If-Match': etag };
}
