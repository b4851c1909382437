import type { DeliveryRequest, JsonObject } from '@lethe/contracts';
import { nestsDeeperThan } from '@lethe/contracts/bounds';
import { failed, type TransformOutcome } from '../destination-provider.js';
import { httpRequest } from './http/http-request.js';
import { TransformError } from '../transform-error.js';
import { webhookRequest } from './webhook/webhook-request.js';

/** Functions that return the request for an event, by destination type. */
const TRANSFORMS: Readonly<
  Record<string, (message: JsonObject, config: JsonObject) => DeliveryRequest>
> = { WEBHOOK: webhookRequest, HTTP: httpRequest };

/** Maximum levels of an event. The API accepts 64, and a user transformation can add levels. */
const MAX_LEVELS = 256;

/**
 * Returns the request for an event. The result depends only on the arguments.
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
