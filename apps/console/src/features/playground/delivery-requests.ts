import type { Schemas } from '../../api/client.js';
import type { TestAnswer } from '../../api/tests.js';

type Made = Schemas['TransformedOutputDto']['requests'];

/** A request to a destination. */
interface DeliveryRequest {
  readonly method: string;
  readonly endpoint: string;
  readonly whole: Readonly<Record<string, unknown>>;
}

/**
 * Returns the requests, or the reason why there are none. Returns undefined if the test skipped the
 * stage for destinations.
 */
export function requestsOf(made: Made): readonly DeliveryRequest[] | string | undefined {
  if (made === undefined) return undefined;
  if (!Array.isArray(made)) return made.error;
  return made.map((whole) => {
    const { method, endpoint } = whole;
    return {
      method: typeof method === 'string' ? method : '',
      endpoint: typeof endpoint === 'string' ? endpoint : '',
      whole,
    };
  });
}

/**
 * Returns the first non-empty part of the body. If all parts are empty, returns the complete
 * request.
 */
export function payloadOf({ whole }: Pick<DeliveryRequest, 'whole'>): unknown {
  const payload = Object.values(whole.body ?? {}).find(
    (part) => typeof part === 'object' && part !== null && Object.keys(part as object).length > 0,
  ) as unknown;
  return payload ?? whole;
}

/** Counts the requests of several events for each receiving host or origin. */
export function outgoing(all: readonly Made[], part: 'host' | 'origin') {
  const to = new Map<string, number>();
  for (const made of all) {
    const requests = requestsOf(made);
    if (typeof requests !== 'object') continue;
    for (const { endpoint } of requests) {
      const receiver = URL.canParse(endpoint) ? new URL(endpoint)[part] : endpoint;
      to.set(receiver, (to.get(receiver) ?? 0) + 1);
    }
  }
  return to;
}

/** Counts the requests of a test for each receiving origin. */
export function whereTo(answer: TestAnswer): ReadonlyMap<string, number> {
  const data = 'data' in answer ? answer.data : [];
  return outgoing(
    data.map((one) => one.dest_transformed_payload),
    'origin',
  );
}
