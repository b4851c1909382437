import type { components } from '../../api/schema.js';

type TestRun = components['schemas']['TransformationTestDto'];

type Output = TestRun['results'][number]['output'][number];

/** A request that a destination would get, as far as this page reads it. */
interface DeliveryRequest {
  readonly method: string;
  readonly endpoint: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The requests, or why there are none; undefined where no destination was chosen. */
export function requestsOf({
  requests,
}: Output): readonly DeliveryRequest[] | { readonly error: string } | undefined {
  if (Array.isArray(requests)) return requests as unknown as DeliveryRequest[];
  return requests;
}

/** What is sent in it: the one member of its body that is not empty; the request itself where all are. */
export function payloadOf(request: DeliveryRequest): unknown {
  const payload = Object.values(request.body ?? {}).find(
    (part) => typeof part === 'object' && part !== null && Object.keys(part).length > 0,
  );
  return payload ?? request;
}

/** Whom requests go to, each once: for who is about to send them. */
export function hostsOf(run: TestRun): string[] {
  const requests = run.results.flatMap(({ output }) =>
    output.flatMap((one) => {
      const found = requestsOf(one);
      return found === undefined || 'error' in found ? [] : found;
    }),
  );
  return [...new Set(requests.map(({ endpoint }) => hostOf(endpoint)))];
}

function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
}
