import type { TestTarget } from '@lethe/catalog';
import type { DeliveryRequest } from '@lethe/contracts';
import {
  createSecretFinder,
  createShapeFinder,
  findDefinition,
  secretValues,
  standInsFor,
  type Steps,
} from '@lethe/destination-definitions';
import type { DestinationProvider, TransformInput } from '@lethe/destinations';
import { otherEvent } from './other-event.js';
import { SECRETS_ELSEWHERE } from './stage-errors.js';

/** @returns why a request must not be sent; undefined when it may */
export type OriginGuard = (request: DeliveryRequest) => string | undefined;

export interface Guarded {
  readonly provider: DestinationProvider;
  readonly target: TestTarget;
  /** Of the run. */
  readonly input: TransformInput;
  /** What the provider makes of it. */
  readonly requests: readonly DeliveryRequest[];
  /** The event has been with code that read a credential: nobody knows what is in it. */
  readonly hasCredentials: boolean;
  /** For all events of the run: without any left, a request counts as having secrets. */
  readonly steps: Steps;
}

/**
 * Keeps stored secrets from going where the event, an override or the user transformation says. Where
 * the stored configuration alone sends them is asked of the provider: the origins (scheme, host, port)
 * that stay the same for an event which could not have named them. Whether it puts secrets in a request
 * is asked of it with stand-ins, since a guess in the event must not be taken for a secret.
 */
export async function createOriginGuard(run: Guarded): Promise<OriginGuard> {
  const carries = run.hasCredentials ? () => true : await secretCarrier(run);
  const suspects = run.requests.filter(carries).flatMap(({ endpoint }) => urlOf(endpoint) ?? []);
  const known = suspects.length === 0 ? new Set<string>() : await knownOrigins(run, suspects);
  return (request) => {
    const url = urlOf(request.endpoint);
    // What is no URL is not sent by anybody.
    if (url === undefined || known.has(url.origin) || !carries(request)) return undefined;
    return SECRETS_ELSEWHERE;
  };
}

/** @returns whether requests to the origin of the given one have stored secrets in them */
async function secretCarrier({
  provider,
  target,
  input,
  steps,
}: Guarded): Promise<(request: DeliveryRequest) => boolean> {
  const definition = findDefinition(input.destinationType);
  const { config } = target.destination;
  const stored = secretValues(definition, [config]);
  if (stored.length === 0) return () => false;
  const standIns = standInsFor(definition, config);
  const made = await requestsOf(provider, {
    ...input,
    config: withOverrides(standIns, config, input),
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

/** The configuration of the run, with stand-ins where it is the stored one. */
function withOverrides(
  standIns: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
  { config }: TransformInput,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      JSON.stringify(value) === JSON.stringify(stored[name]) ? standIns[name] : value,
    ]),
  );
}

async function knownOrigins(
  { provider, target, input }: Guarded,
  wanted: readonly URL[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const instead of ['another', 'none'] as const) {
    if (wanted.every(({ origin }) => known.has(origin))) break;
    const requests = await requestsOf(provider, {
      ...input,
      config: structuredClone(target.destination.config),
      message: otherEvent(input.message, wanted, instead),
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

function urlOf(endpoint: string): URL | undefined {
  return URL.canParse(endpoint) ? new URL(endpoint) : undefined;
}
