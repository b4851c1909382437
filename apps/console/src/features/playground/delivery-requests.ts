import type { Schemas } from '../../api/client.js';
import type { TestAnswer } from '../../api/tests.js';

type Made = Schemas['TransformedOutputDto']['requests'];

/** A request that a destination gets, or would get. */
interface DeliveryRequest {
  readonly method: string;
  readonly endpoint: string;
  readonly whole: Readonly<Record<string, unknown>>;
}

/** The requests, or why there are none; undefined where none were asked for. */
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

/** What is sent in it: the one member of its body that is not empty; the request itself where all are. */
export function payloadOf({ whole }: Pick<DeliveryRequest, 'whole'>): unknown {
  const payload = Object.values(whole.body ?? {}).find(
    (part) => typeof part === 'object' && part !== null && Object.keys(part as object).length > 0,
  ) as unknown;
  return payload ?? whole;
}

/** What goes out of several events: how many requests, and how many to each host or origin. For who is about to send them. */
export function outgoing(all: readonly Made[], part: 'host' | 'origin') {
  const to = new Map<string, number>();
  for (const made of all) {
    const requests = requestsOf(made);
    if (typeof requests !== 'object') continue;
    for (const { endpoint } of requests) {
      const place = URL.canParse(endpoint) ? new URL(endpoint)[part] : endpoint;
      to.set(place, (to.get(place) ?? 0) + 1);
    }
  }
  return to;
}

/** To whom a test would send, or sent: origins, each once, with how many requests. */
export function whereTo(answer: TestAnswer): ReadonlyMap<string, number> {
  const data = 'data' in answer ? answer.data : [];
  return outgoing(
    data.map((one) => one.dest_transformed_payload),
    'origin',
  );
}
