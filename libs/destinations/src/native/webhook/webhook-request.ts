import { type DeliveryRequest, deliveryRequest, type JsonObject } from '@lethe/contracts';
import { asObject, isObject } from '@lethe/contracts/json';
import { flatten } from './flatten.js';
import { asText, textAt } from '../../json-values.js';
import { methodOf } from '../request-parts/method-of.js';
import { type Headers, setHeader, toHeaders } from '../request-parts/set-header.js';
import { TransformError } from '../../transform-error.js';

/**
 * Members of an event with the address and the headers of its request. The body does not contain
 * them.
 */
const ADDRESSING = new Set(['fullPath', 'appendPath', 'header']);
/** Accepted spellings of this destination type in `integrations` of an event. */
const INTEGRATION_NAMES = ['Webhook', 'WEBHOOK', 'webhook', 'WebHook'];

/**
 * Returns the request for a `WEBHOOK` destination. The endpoint is the address in the event. If the
 * event has no address, the endpoint is the configured address.
 *
 * @throws TransformError for an invalid configuration
 */
export function webhookRequest(message: JsonObject, config: JsonObject): DeliveryRequest {
  const webhookUrl = textAt(config, 'webhookUrl');
  if (webhookUrl === undefined) throw new TransformError('Invalid URL in destination config');
  const method = methodOf(config.webhookMethod, 'webhookMethod');
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return deliveryRequest({
    method,
    endpoint:
      (addressing(message, 'fullPath') ?? webhookUrl) + (addressing(message, 'appendPath') ?? ''),
    headers: headersOf(message, config, hasBody),
    userId: textAt(message, 'anonymousId') ?? '',
    ...(hasBody ? { body: { JSON: bodyOf(message) } } : { params: flatten(fieldsOf(message)) }),
  });
}

function addressing(message: JsonObject, name: 'fullPath' | 'appendPath'): string | undefined {
  const integrations = asObject(message.integrations);
  const objects = [message, ...INTEGRATION_NAMES.map((each) => asObject(integrations[each]))];
  return objects.map((object) => textAt(object, name)).find((path) => path !== undefined);
}

function bodyOf(message: JsonObject): JsonObject {
  const body = Object.fromEntries(
    Object.entries(message).filter(([name, value]) => value !== null && !ADDRESSING.has(name)),
  );
  const context = asObject(message.context);
  const ip = context.ip ?? message.request_ip ?? undefined;
  return ip === undefined ? body : { ...body, context: { ...context, ip } };
}

/** Returns the members that become the parameters of a request without a body. */
function fieldsOf(message: JsonObject): JsonObject {
  if (message.type !== 'identify') return asObject(message.properties);
  return isObject(message.traits) ? message.traits : asObject(asObject(message.context).traits);
}

function headersOf(message: JsonObject, config: JsonObject, hasBody: boolean) {
  const headers: Headers = new Map();
  if (hasBody) setHeader(headers, 'content-type', 'application/json');
  const configured = config.headers ?? config.header;
  for (const header of Array.isArray(configured) ? (configured as unknown[]) : []) {
    if (!isObject(header)) continue;
    const name = (textAt(header, 'from') ?? '').trim().toLowerCase();
    if (name !== '') setHeader(headers, name, asText(header.to ?? ''));
  }
  for (const [name, value] of Object.entries(asObject(message.header))) {
    setHeader(headers, name, asText(value));
  }
  return toHeaders(headers);
}
