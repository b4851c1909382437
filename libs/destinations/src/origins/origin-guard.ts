import { urlOf, type DeliveryRequest, type JsonObject } from '@lethe/contracts';
import {
  createSecretFinder,
  createShapeFinder,
  findDefinition,
  secretValues,
  standInsFor,
  type SearchBudget,
} from '@lethe/destination-definitions';
import type { DestinationProvider, TransformInput } from '../destination-provider.js';
import { unrelatedEvent } from './unrelated-event.js';

/**
 * @returns whether a request must not be sent: stored secrets would go with it to an address that the
 *   stored configuration alone does not give
 */
export type OriginGuard = (request: DeliveryRequest) => boolean;

/** An event on its way to a destination, and what the destination's provider made of it. */
export interface GuardedEvent {
  readonly provider: DestinationProvider;
  /** As the operator stored it, without what the caller put in its place. */
  readonly storedConfig: JsonObject;
  /** What the provider got: the event, and the configuration in effect. */
  readonly input: TransformInput;
  /** What the provider made of it. */
  readonly requests: readonly DeliveryRequest[];
  /** The event has been with code that read a credential: any request may have one in it. */
  readonly hasCredentials: boolean;
  /** For all events of the run: without any left, a request counts as having secrets. */
  readonly steps: SearchBudget;
}

/**
 * Keeps stored secrets from going where the event, an override or the user transformation says. Where
 * the stored configuration alone sends them is asked of the provider: the origins (scheme, host, port)
 * that stay the same for an event which could not have named them. Whether it puts secrets in a request
 * is asked of it with stand-ins, since a guess in the event must not be taken for a secret.
 *
 * Costs up to three further transformations, none where there is no secret to keep.
 */
export async function createOriginGuard(event: GuardedEvent): Promise<OriginGuard> {
  const carries = event.hasCredentials ? () => true : await secretCarrier(event);
  const suspects = event.requests.filter(carries).flatMap(({ endpoint }) => urlOf(endpoint) ?? []);
  const known = suspects.length === 0 ? new Set<string>() : await knownOrigins(event, suspects);
  return (request) => {
    const url = urlOf(request.endpoint);
    // What is no URL is not sent by anybody.
    return url !== undefined && !known.has(url.origin) && carries(request);
  };
}

/** @returns whether requests to the origin of the given one have stored secrets in them */
async function secretCarrier({
  provider,
  storedConfig,
  input,
  steps,
}: GuardedEvent): Promise<(request: DeliveryRequest) => boolean> {
  const definition = findDefinition(input.destinationType);
  const stored = secretValues(definition, [storedConfig]);
  if (stored.length === 0) return () => false;
  const standIns = standInsFor(definition, storedConfig);
  const made = await requestsOf(provider, {
    ...input,
    config: withOverrides(standIns, storedConfig, input),
  });
  const hasStandIn = createSecretFinder(secretValues(definition, [standIns]));
  const byOrigin = new Map<string, boolean>();
  for (const request of made) {
    const origin = urlOf(request.endpoint)?.origin ?? '';
    byOrigin.set(origin, byOrigin.get(origin) === true || hasStandIn(request, steps));
  }
  // An address that only an answer gave, or that the secret itself is a part of. Only the real
  // requests are there to look at, so what could be a secret counts as one.
  const hasSecret = createShapeFinder(stored);
  return (request) =>
    byOrigin.get(urlOf(request.endpoint)?.origin ?? '') ?? hasSecret(request, steps);
}

/** The configuration in effect, with stand-ins where it is the stored one. */
function withOverrides(
  standIns: JsonObject,
  stored: JsonObject,
  { config }: TransformInput,
): JsonObject {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      JSON.stringify(value) === JSON.stringify(stored[name]) ? standIns[name] : value,
    ]),
  );
}

/** @returns the origins that the stored configuration gives for an event which names none of `wanted` */
async function knownOrigins(
  { provider, storedConfig, input }: GuardedEvent,
  wanted: readonly URL[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const instead of ['another', 'none'] as const) {
    if (wanted.every(({ origin }) => known.has(origin))) break;
    const requests = await requestsOf(provider, {
      ...input,
      config: structuredClone(storedConfig),
      message: unrelatedEvent(input.message, wanted, instead),
    });
    for (const { endpoint } of requests) known.add(urlOf(endpoint)?.origin ?? '');
  }
  return known;
}

async function requestsOf(
  provider: DestinationProvider,
  input: TransformInput,
): Promise<readonly DeliveryRequest[]> {
  const outcome = await provider.transform(input);
  return outcome.status === 'ok' ? outcome.requests : [];
}
