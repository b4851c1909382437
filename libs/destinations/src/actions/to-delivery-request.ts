import { deliveryRequest, type DeliveryBody, type DeliveryRequest } from '@lethe/contracts';
import { jsonOf } from '@lethe/contracts/json';
import type { CapturedRequest } from './actions-task.js';

/**
 * Headers that the sending client sets. If the client sent the integration's `accept-encoding`, it
 * would get an encoding that it does not decode.
 */
const TRANSPORT_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * Converts a captured request to a request object without loss, so that sending the object sends
 * the captured request. The query stays in the endpoint. A body is parsed only if serializing it
 * gives the same text again.
 *
 * @param captured request of an integration
 * @param userId user of the event
 */
export function toDeliveryRequest(captured: CapturedRequest, userId: string): DeliveryRequest {
  const headers = withoutTransport(captured.headers);
  return deliveryRequest({
    method: captured.method,
    endpoint: captured.url,
    headers,
    userId,
    body: toBody(captured.body ?? '', headers['content-type'] ?? ''),
  });
}

/** Returns the headers without those that the sending client sets. */
export function withoutTransport(
  headers: CapturedRequest['headers'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !TRANSPORT_HEADERS.has(name)),
  );
}

function toBody(text: string, contentType: string): Partial<DeliveryBody> {
  if (text === '') return {};
  if (/[/+]json\b/i.test(contentType)) return toJsonBody(text);
  if (/x-www-form-urlencoded/i.test(contentType)) return toFormBody(text);
  return { XML: { payload: text } };
}

function toJsonBody(text: string): Partial<DeliveryBody> {
  const value = jsonOf(text);
  // Invalid JSON stays a text, and so does JSON with numbers that a double cannot represent.
  if (JSON.stringify(value) !== text) return { XML: { payload: text } };
  if (Array.isArray(value)) return { JSON_ARRAY: { batch: value } };
  // `{}` stays a text, because an empty member means that there is no body.
  if (typeof value !== 'object' || value === null || text === '{}')
    return { XML: { payload: text } };
  return { JSON: value as Record<string, unknown> };
}

function toFormBody(text: string): Partial<DeliveryBody> {
  const members = Object.fromEntries(new URLSearchParams(text));
  const again = new URLSearchParams(members).toString();
  return again === text ? { FORM: members } : { XML: { payload: text } };
}
