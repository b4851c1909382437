import type { TestTarget } from '@lethe/catalog';
import type { DeliveryRequest } from '@lethe/contracts';
import { createSecretFinder, findDefinition, secretValues } from '@lethe/destination-definitions';
import type { DestinationProvider, TransformInput } from '@lethe/destinations';
import { otherEvent } from './other-event.js';
import { SECRETS_ELSEWHERE } from './stage-errors.js';

/** @returns why a request must not be sent; undefined when it may */
export type OriginGuard = (request: DeliveryRequest) => string | undefined;

/**
 * Keeps stored secrets from going where the event, an override or the user transformation says. Where
 * the stored configuration alone sends them is asked of the provider: the origins (scheme, host, port)
 * that stay the same for an event which could not have named them.
 *
 * @param input of the run
 * @param requests that the provider makes of it
 */
export async function createOriginGuard(
  provider: DestinationProvider,
  target: TestTarget,
  input: TransformInput,
  requests: readonly DeliveryRequest[],
): Promise<OriginGuard> {
  const hasSecret = createSecretFinder(storedSecrets(target));
  const wanted = requests.filter(hasSecret).flatMap(({ endpoint }) => urlOf(endpoint) ?? []);
  const known = new Set<string>();
  for (const instead of ['another', 'none'] as const) {
    if (wanted.every(({ origin }) => known.has(origin))) break;
    const hosts = [...new Set(wanted.map(({ hostname }) => hostname))];
    const outcome = await provider.transform({
      ...input,
      config: structuredClone(target.destination.config),
      message: otherEvent(input.message, hosts, instead),
    });
    for (const { endpoint } of outcome.status === 'ok' ? outcome.requests : []) {
      const url = urlOf(endpoint);
      if (url !== undefined) known.add(url.origin);
    }
  }
  return (request) => {
    const url = urlOf(request.endpoint);
    // What is no URL is not sent by anybody.
    if (url === undefined || known.has(url.origin) || !hasSecret(request)) return undefined;
    return SECRETS_ELSEWHERE;
  };
}

function storedSecrets({ destination, credentials }: TestTarget): readonly string[] {
  return [
    ...secretValues(findDefinition(destination.type), [destination.config]),
    ...secretValues(undefined, [credentials]),
  ];
}

function urlOf(endpoint: string): URL | undefined {
  return URL.canParse(endpoint) ? new URL(endpoint) : undefined;
}
