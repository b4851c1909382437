import type { DeliveryRequest, JsonObject } from '@lethe/contracts';
import { nestsDeeperThan } from '@lethe/contracts/bounds';
import { failed, type TransformOutcome } from '../destination-provider.js';
import { httpRequest } from './http/http-request.js';
import { TransformError } from '../transform-error.js';
import { webhookRequest } from './webhook/webhook-request.js';

/** Who makes the request of each native type; how the type is configured, its definition says. */
const TRANSFORMS: Readonly<
  Record<string, (message: JsonObject, config: JsonObject) => DeliveryRequest>
> = { WEBHOOK: webhookRequest, HTTP: httpRequest };

/** Events come with 64 levels at most; what a user transformation makes of them has room to grow. */
const MAX_LEVELS = 256;

/**
 * Makes the request for an event; a pure function, without network or clock.
 *
 * @param destinationType name of the definition
 */
export function nativeTransform(
  destinationType: string,
  message: JsonObject,
  config: JsonObject,
): TransformOutcome {
  const transform = Object.hasOwn(TRANSFORMS, destinationType)
    ? TRANSFORMS[destinationType]
    : undefined;
  if (transform === undefined) {
    return failed(`Destination type ${destinationType} has no transformation`);
  }
  if (nestsDeeperThan(message, MAX_LEVELS)) {
    return failed(`The event is nested more than ${String(MAX_LEVELS)} levels deep`);
  }
  try {
    return { status: 'ok', requests: [transform(message, config)] };
  } catch (error) {
    if (error instanceof TransformError) return failed(error.message);
    throw error;
  }
}
