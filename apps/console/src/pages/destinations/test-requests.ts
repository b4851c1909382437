import type { Schemas } from '../../api/client.js';

/** Of a test, of a saved destination or another: what each stage made of the event, or why nothing was tested. */
export type TestAnswer =
  | { readonly data: readonly Schemas['TestResultDataDto'][] }
  | Pick<Schemas['UntestedDestinationDto'], 'error'>;

/** One request that the destination gets, or would get. */
interface TestRequest {
  readonly method: string;
  readonly endpoint: string;
  readonly whole: unknown;
}

/** Requests of a result, or why there are none. */
export function requestsOf(
  payload: Schemas['TestResultDataDto']['dest_transformed_payload'],
): readonly TestRequest[] | string {
  if (payload === undefined) return [];
  if (!Array.isArray(payload)) return payload.error;
  return payload.map((whole) => ({
    method: typeof whole.method === 'string' ? whole.method : '',
    endpoint: typeof whole.endpoint === 'string' ? whole.endpoint : '',
    whole,
  }));
}

/** To whom a run would send, or sent: origins, each once, with how many requests. */
export function whereTo(answer: TestAnswer): ReadonlyMap<string, number> {
  const origins = new Map<string, number>();
  if (!('data' in answer)) return origins;
  for (const { dest_transformed_payload: payload } of answer.data) {
    const requests = requestsOf(payload);
    if (typeof requests === 'string') continue;
    for (const { endpoint } of requests) {
      const origin = originOf(endpoint);
      origins.set(origin, (origins.get(origin) ?? 0) + 1);
    }
  }
  return origins;
}

function originOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).origin : endpoint;
}
