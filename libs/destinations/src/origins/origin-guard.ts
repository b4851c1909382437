import { urlOf, type DeliveryRequest, type JsonObject } from '@lethe/contracts';
import {
  createSecretFinder,
  createShapeFinder,
  findDefinition,
  secretValues,
  placeholdersFor,
  type SearchBudget,
} from '@lethe/destination-definitions';
import type { DestinationProvider, TransformInput } from '../destination-provider.js';
import { unrelatedEvent } from './unrelated-event.js';

/**
 * Returns true if a request must not be sent. Such a request contains stored secrets, and its
 * address does not come from the stored configuration alone.
 */
export type OriginGuard = (request: DeliveryRequest) => boolean;

/** An event for a destination, with the requests of the provider. */
export interface GuardedEvent {
  readonly provider: DestinationProvider;
  /** Stored configuration, without overrides of the caller. */
  readonly storedConfig: JsonObject;
  /** Input of the provider, with the event and the configuration in effect. */
  readonly input: TransformInput;
  readonly requests: readonly DeliveryRequest[];
  /** Whether code that read a credential processed the event. Requests can then contain secrets. */
  readonly hasCredentials: boolean;
  /**
   * Budget of all events of the run. When the budget is used up, the guard assumes that every
   * request contains secrets.
   */
  readonly steps: SearchBudget;
}

/**
 * Returns a guard that keeps stored secrets from addresses that come from the event, an override or
 * the user transformation. An origin (scheme, host, port) comes from the stored configuration if
 * the provider also uses this origin for an event that cannot contain it.
 *
 * To find requests with secrets, the guard calls the provider with placeholders instead of secrets.
 * A search for the real secrets would also find guesses in the event. The caller would then learn
 * that a guess is right.
 *
 * The guard needs up to three further transformations. Without secrets and credentials, it needs no
 * further transformation.
 */
export async function createOriginGuard(event: GuardedEvent): Promise<OriginGuard> {
  const carries = event.hasCredentials ? () => true : await secretCarrier(event);
  const suspects = event.requests.filter(carries).flatMap(({ endpoint }) => urlOf(endpoint) ?? []);
  const known = suspects.length === 0 ? new Set<string>() : await knownOrigins(event, suspects);
  return (request) => {
    const url = urlOf(request.endpoint);
    // A request without a valid URL is never sent.
    return url !== undefined && !known.has(url.origin) && carries(request);
  };
}

/**
 * Returns a function that checks whether a request can contain secrets. It judges all requests to
 * one origin together.
 */
async function secretCarrier({
  provider,
  storedConfig,
  input,
  steps,
}: GuardedEvent): Promise<(request: DeliveryRequest) => boolean> {
  const definition = findDefinition(input.destinationType);
  const stored = secretValues(definition, [storedConfig]);
  if (stored.length === 0) return () => false;
  const placeholders = placeholdersFor(definition, storedConfig);
  const results = await requestsOf(provider, {
    ...input,
    config: withOverrides(placeholders, storedConfig, input),
  });
  const hasPlaceholder = createSecretFinder(secretValues(definition, [placeholders]));
  const byOrigin = new Map<string, boolean>();
  for (const request of results) {
    const origin = urlOf(request.endpoint)?.origin ?? '';
    byOrigin.set(origin, byOrigin.get(origin) === true || hasPlaceholder(request, steps));
  }
  // An origin is missing in `byOrigin` if the address comes from an answer, or if a secret is a
  // part of the address. The guard then searches the real request, and treats a text with the shape
  // of a secret as a secret.
  const hasSecret = createShapeFinder(stored);
  return (request) =>
    byOrigin.get(urlOf(request.endpoint)?.origin ?? '') ?? hasSecret(request, steps);
}

/** Returns the configuration in effect, with placeholders for values that are stored. */
function withOverrides(
  placeholders: JsonObject,
  stored: JsonObject,
  { config }: TransformInput,
): JsonObject {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      JSON.stringify(value) === JSON.stringify(stored[name]) ? placeholders[name] : value,
    ]),
  );
}

/**
 * Returns the origins that the provider uses for an event that cannot lead to the `wanted` URLs.
 */
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
